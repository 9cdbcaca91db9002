import type { Manifest } from '../manifest/manifest.ts';
import type { CheckStatus, Verdict } from '../verification/verdict.ts';
import type { CaptureRecord } from './capture-record.ts';
import type { CustodyLine, CustodyTimeline } from './custody-lines.ts';
import { element, type ReportElement } from './element.ts';
import { code, count, factList, foreign, section, size, table, time } from './phrases.ts';
import type { ReportFacts } from './report-facts.ts';

/** Which bundle it is: ids, digests and who says to have signed. */
export function identitySection({ manifest, manifestSha256, signature }: ReportFacts): ReportElement {
  const signers = signature?.signatures.map(({ signer_address }) =>
    element('div', {}, [code(signer_address)]),
  );
  const parent = manifest?.links.parent_bundle_id;
  return section('identity', 'Which bundle', [
    factList([
      ['Bundle', manifest && code(manifest.bundle_id)],
      ['Digest of the manifest (SHA-256)', manifestSha256 && code(manifestSha256)],
      ['Signer', signers ?? null],
      ['Earlier version', parent ? code(parent) : null],
    ]),
  ]);
}

/** The records of who had the bundle and what was done with it; null when there are none. */
export function custodySection({ custody }: ReportFacts, verdict: Verdict | null): ReportElement | null {
  if (!custody) return null;
  const check = verdict?.checks.find(({ id }) => id === 'custody_chain');
  return section('custody', 'Custody', [
    element('p', {}, [CUSTODY_WORDS[check?.status ?? 'unknown']]),
    element('ol', { class: 'timeline' }, custody.lines.map(custodyItem)),
    ...describeNotShown(custody),
  ]);
}

const CUSTODY_WORDS: Readonly<Record<CheckStatus, string>> = {
  pass: 'Every record is signed and none between them is missing.',
  fail: 'These records are broken: something in them was changed, added or removed.',
  unknown: 'These records were not checked.',
  absent: 'These records were not checked.',
};

const custodyItem = ({
  at,
  type,
  agent_id: agent,
  action,
  receipt_id: receipt,
}: CustodyLine): ReportElement =>
  element('li', {}, [
    time(at),
    ' ',
    element('strong', {}, [foreign(type.replaceAll('-', ' '))]),
    ...(action && action !== type ? [', ', foreign(action)] : []),
    ...(agent ? [', by ', foreign(agent)] : []),
    ...(receipt ? [element('div', {}, ['Receipt ', code(receipt)])] : []),
  ]);

const describeNotShown = ({ notShown }: CustodyTimeline): ReportElement[] =>
  notShown === 0 ? [] : [element('p', {}, [`${count(notShown, 'record')} cannot be shown here.`])];

/** Every file that the manifest lists. */
export const artifactsSection = ({ artifacts }: Manifest): ReportElement =>
  section('artifacts', 'Files', [
    table(
      { caption: 'Files under the seal', columns: ['File', 'Kind', 'Size', 'SHA-256'] },
      artifacts.map(({ path, media_type, size: bytes, sha256, role }) =>
        element('tr', {}, [
          element('th', { scope: 'row' }, [foreign(path)]),
          element('td', {}, [
            foreign(media_type),
            role === 'original' ? ', as received' : ', made from the others',
          ]),
          element('td', {}, [size(bytes)]),
          element('td', {}, [code(sha256)]),
        ]),
      ),
    ),
  ]);

/** Programs that took part; null when the manifest names none. */
export function softwareSection(record: CaptureRecord | null): ReportElement | null {
  const programs = Object.entries(record?.software ?? {});
  if (programs.length === 0) return null;
  return section('software', 'Made with', [
    element('p', {}, [foreign(programs.map(([name, version]) => `${name} ${version}`).join(', '))]),
  ]);
}
