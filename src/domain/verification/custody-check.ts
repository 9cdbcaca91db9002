import { type ChainSubject, MAX_CUSTODY_BYTES, verifyChain } from '../custody/verify-chain.ts';
import { type BundleFiles, readSmallFile } from './bundle-files.ts';
import { type Finding, found, foundTampered } from './finding.ts';

const ID = 'custody_chain';
const PATH = 'seals/custody.jsonl';

/** The check `custody_chain` over `seals/custody.jsonl`. */
export async function checkCustody(files: BundleFiles, subject: ChainSubject): Promise<Finding> {
  const read = await readSmallFile(files, PATH, MAX_CUSTODY_BYTES);
  switch (read.kind) {
    case 'missing':
      return subject.knownHead
        ? foundTampered(ID, 'The custody records are missing.', [PATH])
        : found(ID, 'absent', 'The bundle carries no custody records.');
    case 'too-large':
    case 'unreadable':
      return found(ID, 'unknown', 'The custody records are too large or could not be read.');
    case 'bytes': {
      const { status, detail } = await verifyChain(read.bytes, subject);
      return status === 'fail' ? foundTampered(ID, detail, [PATH]) : found(ID, status, detail);
    }
  }
}
