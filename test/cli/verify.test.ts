import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { verifyMessage } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type VerifyArguments, verifyArchive } from '../../src/cli/verify-archive.ts';
import { buildKeyList, encodeKeyList } from '../../src/domain/signing/key-list.ts';
import { GOLDEN_KEY_RECORD, GOLDEN_SIGNER, sealGolden } from '../golden/golden-bundle.ts';
import { TAMPERINGS, UNSAFE_ARCHIVES } from '../golden/tampered.ts';
import { writeFolder, zipOf } from '../golden/write-bundle.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const VERIFIER = join(repository, 'resources/verify/verify.mjs');
const GOLDEN_FOLDER = join(repository, 'test/golden/bundle-v1');
const GOLDEN_ZIP = `${GOLDEN_FOLDER}.zip`;
// The oldest Node at hand: the host's own, where there is one.
const OLD_NODE = existsSync('/usr/bin/node') ? '/usr/bin/node' : process.execPath;

const run = promisify(execFile);

/** Exit code and JSON of the stand-alone verifier. */
async function standalone(...args: string[]) {
  const child = await run(OLD_NODE, [VERIFIER, ...args, '--json']).catch((error) => error);
  return { code: (child.code as number | undefined) ?? 0, verdict: JSON.parse(child.stdout) };
}

/** Exit code and output of `affiant verify`. */
async function cli(request: Partial<VerifyArguments> & { path: string }, isTTY = false) {
  let text = '';
  const output = { write: (part: string) => (text += part), isTTY, hasColors: () => isTTY };
  const code = await verifyArchive({ trustEmbedded: false, json: false, ...request }, output);
  return { code, text };
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'affiant-verify-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('the stand-alone verifier is built from the present source', () => {
  execFileSync(process.execPath, [join(repository, '.config/build-verifier.mjs'), '--check']);
});

describe('the committed golden bundle', () => {
  it.each([GOLDEN_FOLDER, GOLDEN_ZIP])('is verified by its signer: %s', async (path) => {
    const { code, text } = await cli({ path, signer: GOLDEN_SIGNER, json: true });
    expect(code).toBe(0);
    expect(await standalone(path, '--signer', GOLDEN_SIGNER)).toEqual({ code: 0, verdict: JSON.parse(text) });
  });

  it('is what sealing makes today', async () => {
    const { files } = await sealGolden();
    for (const [path, bytes] of files)
      expect(new Uint8Array(await readFile(join(GOLDEN_FOLDER, path)))).toEqual(bytes);
  });

  it('is verified with a saved key list', async () => {
    const keys = join(folder, 'keys.json');
    await writeFile(keys, encodeKeyList(buildKeyList([GOLDEN_KEY_RECORD], null)));
    expect((await cli({ path: GOLDEN_ZIP, keysFile: keys })).code).toBe(0);
    expect((await standalone(GOLDEN_ZIP, '--keys', keys)).code).toBe(0);
  });

  it('is undecided without a signer, and verified when its own key list is accepted', async () => {
    expect((await cli({ path: GOLDEN_ZIP })).code).toBe(2);
    expect((await standalone(GOLDEN_ZIP)).code).toBe(2);
    expect((await cli({ path: GOLDEN_ZIP, trustEmbedded: true })).code).toBe(0);
    expect((await standalone(GOLDEN_ZIP, '--trust-embedded')).code).toBe(0);
  });

  it('fails for another signer', async () => {
    const other = `0x${'11'.repeat(20)}`;
    expect((await cli({ path: GOLDEN_ZIP, signer: other })).code).toBe(1);
    expect((await standalone(GOLDEN_ZIP, '--signer', other)).code).toBe(1);
  });

  it('is no verdict when the path leads nowhere', async () => {
    const path = join(folder, 'nowhere.zip');
    await expect(cli({ path })).rejects.toMatchObject({ message: 'No such file or folder.' });
    const child = spawnSync(OLD_NODE, [VERIFIER, path], { encoding: 'utf8' });
    expect([child.status, child.stdout, child.stderr]).toEqual([2, '', 'No such file or folder.\n']);
  });

  it('is checked from its own folder by the copy inside it', async () => {
    const copy = join(folder, 'own-copy');
    await cp(GOLDEN_FOLDER, copy, { recursive: true });
    await cp(VERIFIER, join(copy, 'verify/verify.mjs'));
    const child = spawnSync(OLD_NODE, [join(copy, 'verify/verify.mjs'), '--signer', GOLDEN_SIGNER], {
      encoding: 'utf8',
    });
    expect(child.stdout).toMatch(/^VERIFIED {2}ev_/);
    expect(child.status).toBe(0);
  });
});

describe('a tampered bundle', () => {
  it.each(TAMPERINGS)(
    'with $name fails the same way as folder and archive, in both verifiers',
    async ({ name, change, failing, tampered }) => {
      const { files } = await sealGolden();
      change(files);
      const root = join(folder, name);
      await mkdir(root);
      await writeFolder(root, files);
      await writeFile(`${root}.zip`, await zipOf(files));
      const { code, text } = await cli({ path: root, signer: GOLDEN_SIGNER, json: true });
      const verdict = JSON.parse(text);
      expect(code).toBe(1);
      expect(verdict).toMatchObject({ verified: false, status: 'tampered', tampered });
      expect(
        verdict.checks
          .filter((check: { status: string }) => check.status === 'fail')
          .map(({ id }: { id: string }) => id),
      ).toEqual([...failing]);
      expect(await cli({ path: `${root}.zip`, signer: GOLDEN_SIGNER, json: true })).toEqual({ code, text });
      expect(await standalone(root, '--signer', GOLDEN_SIGNER)).toEqual({ code, verdict });
      expect(await standalone(`${root}.zip`, '--signer', GOLDEN_SIGNER)).toEqual({ code, verdict });
    },
  );

  it.each(UNSAFE_ARCHIVES)('packed as an archive with $name fails archive_safe', async ({ name, make }) => {
    const path = join(folder, `${name.replaceAll('/', '-')}.zip`);
    await writeFile(path, make((await sealGolden()).files));
    const { code, text } = await cli({ path, signer: GOLDEN_SIGNER, json: true });
    expect(code).toBe(1);
    expect(JSON.parse(text).checks).toMatchObject([{ id: 'archive_safe', status: 'fail' }]);
    expect(await standalone(path, '--signer', GOLDEN_SIGNER)).toEqual({ code, verdict: JSON.parse(text) });
  });
});

describe('input that cannot be judged', () => {
  it('ends with 2: a file that is no archive', async () => {
    const path = join(folder, 'no-zip.txt');
    await writeFile(path, 'hello');
    expect((await cli({ path, signer: GOLDEN_SIGNER })).code).toBe(2);
    expect((await standalone(path, '--signer', GOLDEN_SIGNER)).code).toBe(2);
  });

  it.each([
    ['a signer that is no address', ['--signer', '0x12'], '--signer must be'],
    ['a key file that is none', ['--keys', VERIFIER], '--keys must name'],
    ['an unknown option', ['--force'], 'Usage:'],
    ['signer and keys together', ['--signer', GOLDEN_SIGNER, '--keys', VERIFIER], 'Usage:'],
  ])('is refused with 2: %s', (_, args, message) => {
    const child = spawnSync(OLD_NODE, [VERIFIER, GOLDEN_ZIP, ...args], { encoding: 'utf8' });
    expect([child.status, child.stdout]).toEqual([2, '']);
    expect(child.stderr).toContain(message);
  });
});

describe('the report for people', () => {
  it('names verdict, checks, what differs, and what is and is not proved', async () => {
    const { text } = await cli({ path: GOLDEN_ZIP, signer: GOLDEN_SIGNER });
    expect(text).toContain('VERIFIED  ev_01JD0000000000000000000000');
    expect(text).toMatch(/pass {5}chunk_tree/);
    expect(text).toContain('Does not prove:\n  - Who wrote the content');
    expect((await cli({ path: GOLDEN_ZIP, signer: `0x${'11'.repeat(20)}` })).text).toContain(
      'Differs: signature',
    );
  });

  it('is coloured on a terminal only', async () => {
    expect((await cli({ path: GOLDEN_ZIP, signer: GOLDEN_SIGNER })).text).not.toContain('\x1b');
    expect((await cli({ path: GOLDEN_ZIP, signer: GOLDEN_SIGNER }, true)).text).toContain('\x1b[32mVERIFIED');
  });
});

const hasTools = spawnSync('sh', ['-c', 'command -v jq && command -v sha256sum']).status === 0;

describe.skipIf(!hasTools)('the check by hand of verify/README.md', () => {
  it('agrees, with jq, sha256sum and viem', async () => {
    const readme = await readFile(join(repository, 'resources/verify/README.md'), 'utf8');
    const [files, digests, statement] = [...readme.matchAll(/^ {3}```sh\n([\s\S]*?)^ {3}```/gm)].map(
      ([, script]) => script ?? '',
    );
    const copy = join(folder, 'by-hand');
    await cp(GOLDEN_FOLDER, copy, { recursive: true });
    const sh = (script: string | undefined) =>
      execFileSync('sh', ['-ec', script ?? 'false'], { cwd: copy, encoding: 'utf8' });
    expect(sh(files).match(/: OK$/gm)).toHaveLength(4);
    const [manifest, signed] = sh(digests).trim().split('\n');
    expect(manifest).toBe(`${signed}  manifest.json`);
    sh(statement);
    const message = await readFile(join(copy, 'statement.txt'), 'utf8');
    expect(message).toBe(await readFile(join(copy, 'seals/statement.txt'), 'utf8'));
    const { signature } = JSON.parse(await readFile(join(copy, 'signature.json'), 'utf8')).signatures[0];
    expect(await verifyMessage({ address: GOLDEN_SIGNER as `0x${string}`, message, signature })).toBe(true);
  });
});
