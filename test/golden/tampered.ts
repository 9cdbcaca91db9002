import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { fromHex, fromUtf8, utf8 } from '../../src/core/bytes.ts';
import { canonicalBytes } from '../../src/core/canonical-json.ts';
import { addressOfPrivateKey, signPersonalMessage } from '../../src/domain/signing/private-key.ts';
import { statementText } from '../../src/domain/signing/statement.ts';
import { GOLDEN_KEY } from './golden-bundle.ts';
import type { BundleMap } from './memory-bundle.ts';
import { type RawEntry, rawZip } from './raw-zip.ts';

/** A change to the golden bundle and what must be said of it. */
export interface Tampering {
  readonly name: string;
  readonly change: (files: BundleMap) => void;
  /** Checks that must fail; no other may. */
  readonly failing: readonly string[];
  readonly tampered: readonly string[];
}

const read = (files: BundleMap, path: string): Uint8Array => files.get(path) ?? new Uint8Array();
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function flipByte(files: BundleMap, path: string): void {
  const bytes = Uint8Array.from(read(files, path));
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  files.set(path, bytes);
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is what these changes break
function editJson(files: BundleMap, path: string, edit: (json: any) => void, encode = canonicalBytes): void {
  const json = JSON.parse(fromUtf8(read(files, path)));
  edit(json);
  files.set(path, encode(json));
}

const OTHER_KEY = fromHex('47'.repeat(32));
const MANIFEST = 'manifest.json';
const SIGNATURE = 'signature.json';

/** What a forger with the signing key could do: state anything and sign it. */
function signAnew(files: BundleMap, edit: (manifest: Record<string, unknown>) => void, key = GOLDEN_KEY): void {
  editJson(files, MANIFEST, edit);
  const manifestSha256 = sha256(read(files, MANIFEST));
  editJson(files, SIGNATURE, (file) => {
    file.manifest_sha256 = manifestSha256;
    file.signatures[0].signature = signPersonalMessage(statementText({ bundleId: file.bundle_id, manifestSha256 }), key);
  });
}

function malleate(signature: string): string {
  const s = secp256k1.Point.Fn.ORDER - BigInt(`0x${signature.slice(66, 130)}`);
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}`;
}

const onlyManifestDigest = { failing: ['signature'], tampered: ['manifest'] } as const;

/** Every member can lie in a folder and in an ordinary archive. The signer is trusted from outside. */
export const TAMPERINGS: readonly Tampering[] = [
  { name: 'a byte changed in the source', change: (files) => flipByte(files, 'artifacts/source/body.html'), failing: ['artifact:source'], tampered: ['source'] },
  { name: 'a byte changed in the screenshot', change: (files) => flipByte(files, 'artifacts/screenshot.png'), failing: ['artifact:screenshot'], tampered: ['screenshot'] },
  { name: 'a byte changed in the text', change: (files) => flipByte(files, 'artifacts/content.md'), failing: ['artifact:markdown', 'chunk_tree'], tampered: ['markdown'] },
  {
    name: 'a byte added to the screenshot',
    change: (files) => files.set('artifacts/screenshot.png', Uint8Array.of(...read(files, 'artifacts/screenshot.png'), 0)),
    failing: ['artifact:screenshot'],
    tampered: ['screenshot'],
  },
  { name: 'a file added to the artifacts', change: (files) => files.set('artifacts/extra.txt', utf8('x')), failing: ['no_extra_files'], tampered: ['artifacts/extra.txt'] },
  { name: 'a file added beside the manifest', change: (files) => files.set('note.txt', utf8('x')), failing: ['no_extra_files'], tampered: ['note.txt'] },
  { name: 'a file removed', change: (files) => files.delete('artifacts/screenshot.png'), failing: ['artifact:screenshot'], tampered: ['screenshot'] },
  { name: 'the text removed', change: (files) => files.delete('artifacts/content.md'), failing: ['artifact:markdown', 'chunk_tree'], tampered: ['markdown'] },
  {
    name: 'two files swapped',
    change: (files) => {
      const [page, image] = ['artifacts/source/body.html', 'artifacts/screenshot.png'] as const;
      const kept = read(files, page);
      files.set(page, read(files, image)).set(image, kept);
    },
    failing: ['artifact:screenshot', 'artifact:source'],
    tampered: ['screenshot', 'source'],
  },
  { name: 'the manifest edited', change: (files) => editJson(files, MANIFEST, (manifest) => (manifest.capture.final_url = 'https://example.org/')), ...onlyManifestDigest },
  { name: 'the manifest removed', change: (files) => files.delete(MANIFEST), failing: ['manifest_canonical'], tampered: ['manifest'] },
  { name: 'a manifest that is no JSON', change: (files) => files.set(MANIFEST, utf8('{"schema":')), failing: ['manifest_canonical'], tampered: ['manifest'] },
  {
    name: 'the manifest written with other white space',
    change: (files) => editJson(files, MANIFEST, () => {}, (json) => utf8(JSON.stringify(json, null, 2))),
    failing: ['manifest_canonical', 'signature'],
    tampered: ['manifest'],
  },
  {
    name: 'a member twice in the manifest',
    change: (files) => files.set(MANIFEST, utf8(fromUtf8(read(files, MANIFEST)).replace('{', '{"schema":"affiant-manifest/v1",'))),
    failing: ['manifest_canonical', 'signature'],
    tampered: ['manifest'],
  },
  {
    name: 'a fraction in the manifest',
    change: (files) => files.set(MANIFEST, utf8(fromUtf8(read(files, MANIFEST)).replace('"word_count":600', '"word_count":600.0'))),
    failing: ['manifest_canonical', 'signature'],
    tampered: ['manifest'],
  },
  { name: 'an artifact listed that leads outside', change: (files) => editJson(files, MANIFEST, (manifest) => (manifest.artifacts[0].path = 'artifacts/../../key')), failing: ['manifest_canonical'], tampered: ['manifest'] },
  { name: 'the signature removed', change: (files) => files.delete(SIGNATURE), failing: ['signature'], tampered: ['signature'] },
  {
    name: 'the signature by another key',
    change: (files) =>
      editJson(files, SIGNATURE, (file) => {
        const statement = statementText({ bundleId: file.bundle_id, manifestSha256: file.manifest_sha256 });
        file.signatures[0].signature = signPersonalMessage(statement, OTHER_KEY);
      }),
    failing: ['signature'],
    tampered: ['signature'],
  },
  {
    name: 'signed wholly by another key',
    change: (files) => {
      signAnew(files, () => {}, OTHER_KEY);
      editJson(files, SIGNATURE, (file) => (file.signatures[0].signer_address = addressOfPrivateKey(OTHER_KEY)));
    },
    failing: ['signer_trusted'],
    tampered: ['signature'],
  },
  {
    name: 'the signature malleated',
    change: (files) => editJson(files, SIGNATURE, (file) => (file.signatures[0].signature = malleate(file.signatures[0].signature))),
    failing: ['signature'],
    tampered: ['signature'],
  },
  {
    name: 'the signature of another bundle',
    change: (files) => editJson(files, SIGNATURE, (file) => (file.bundle_id = 'ev_01JD0000000000000000000001')),
    failing: ['signature'],
    tampered: ['signature'],
  },
  {
    name: 'the boundary of a chunk moved',
    change: (files) =>
      editJson(files, 'artifacts/chunks.json', (chunks) => {
        chunks[0].end -= 1;
        chunks[1].start -= 1;
      }),
    failing: ['artifact:chunks', 'chunk_tree'],
    tampered: ['chunks'],
  },
  {
    name: 'the salt of a chunk changed',
    change: (files) => editJson(files, 'artifacts/chunks.json', (chunks) => (chunks[0].salt = '00'.repeat(16))),
    failing: ['artifact:chunks', 'chunk_tree'],
    tampered: ['chunks'],
  },
  {
    name: 'a chunk left out',
    change: (files) => editJson(files, 'artifacts/chunks.json', (chunks) => chunks.pop()),
    failing: ['artifact:chunks', 'chunk_tree'],
    tampered: ['chunks'],
  },
  {
    name: 'a wrong root, signed with the right key',
    change: (files) => signAnew(files, (manifest) => Object.assign(manifest['chunk_tree'] as object, { root: '00'.repeat(32) })),
    failing: ['chunk_tree'],
    tampered: [],
  },
];

const golden = (files: BundleMap): RawEntry[] => [...files].map(([name, data]) => ({ name, data }));
const X = utf8('x');

/** Archives that must not be opened at all, made from the golden files. */
export const UNSAFE_ARCHIVES: readonly { name: string; code: string; make: (files: BundleMap) => Buffer }[] = [
  { name: 'a path with ..', code: 'ARCHIVE_UNSAFE', make: (files) => rawZip([...golden(files), { name: '../evil', data: X }]) },
  { name: 'an absolute path', code: 'ARCHIVE_UNSAFE', make: (files) => rawZip([...golden(files), { name: '/etc/evil', data: X }]) },
  { name: 'a path of Windows', code: 'ARCHIVE_UNSAFE', make: (files) => rawZip([...golden(files), { name: 'seals\\evil', data: X }]) },
  { name: 'an entry twice', code: 'ARCHIVE_UNSAFE', make: (files) => rawZip([...golden(files), { name: MANIFEST, data: X }]) },
  { name: 'entries that differ by case', code: 'ARCHIVE_UNSAFE', make: (files) => rawZip([...golden(files), { name: 'Manifest.JSON', data: X }]) },
  { name: 'a path that is file and folder', code: 'ARCHIVE_UNSAFE', make: (files) => rawZip([...golden(files), { name: 'seals', data: X }]) },
  { name: 'a symbolic link', code: 'ARCHIVE_UNSAFE', make: (files) => rawZip([...golden(files), { name: 'seals/link', data: utf8('/etc/passwd'), mode: 0o120777 }]) },
  { name: 'an encrypted entry', code: 'ARCHIVE_UNSAFE', make: (files) => rawZip([...golden(files), { name: 'seals/x', data: X, flags: 0x801, deflate: true }]) },
  { name: 'a name without a stated encoding', code: 'ARCHIVE_UNSAFE', make: (files) => rawZip([...golden(files), { name: Buffer.from('seals/\x81', 'latin1'), data: X, flags: 0 }]) },
  { name: 'a name that is not UTF-8', code: 'ARCHIVE_UNSAFE', make: (files) => rawZip([...golden(files), { name: Buffer.from('seals/\xff', 'latin1'), data: X }]) },
  { name: 'a name that turns its direction', code: 'ARCHIVE_UNSAFE', make: (files) => rawZip([...golden(files), { name: 'seals/\u202egnp.exe', data: X }]) },
  { name: 'a second name in an extra field', code: 'ARCHIVE_UNSAFE', make: (files) => rawZip([...golden(files), { name: 'seals/x', data: X, extra: Buffer.from('75700600010000000079', 'hex') }]) },
  { name: 'another name in the local header', code: 'ARCHIVE_UNSAFE', make: (files) => rawZip([...golden(files), { name: 'seals/x', data: X, localName: 'seals/y' }]) },
  { name: 'an entry beyond the stated count', code: 'ARCHIVE_UNSAFE', make: (files) => rawZip([...golden(files), { name: 'seals/x', data: X }], { statedCount: files.size }) },
  { name: 'entries that share bytes', code: 'ARCHIVE_BOMB', make: (files) => rawZip([...golden(files), { name: 'seals/x', data: read(files, MANIFEST), offset: 0 }]) },
  { name: 'an entry that unpacks a thousandfold', code: 'ARCHIVE_BOMB', make: (files) => rawZip([...golden(files), { name: 'seals/x', data: new Uint8Array(4 * 1024 * 1024), deflate: true }]) },
  { name: 'too many entries', code: 'ARCHIVE_BOMB', make: (files) => rawZip([...golden(files), ...Array.from({ length: 10_000 }, (_, index) => ({ name: `seals/${index}` }))]) },
];
