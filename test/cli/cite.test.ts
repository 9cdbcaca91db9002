import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { buildKeyList, encodeKeyList } from '../../src/domain/signing/key-list.ts';
import { GOLDEN_KEY_RECORD, GOLDEN_SIGNER, sealGolden } from '../golden/golden-bundle.ts';
import { writeFolder } from '../golden/write-bundle.ts';

const GOLDEN = new URL('../golden/bundle-v1', import.meta.url).pathname;
const QUOTE = 'Either side may end the contract within 30 days.';

async function affiant(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const text = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof text) => ({ write: (part: string) => (text[name] += part) });
  const terminal = {
    argv: ['node', 'affiant', ...args],
    env: {},
    stdout: stream('stdout'),
    stderr: stream('stderr'),
  };
  return { code: await runProgram(terminal as unknown as Terminal), ...text };
}

let folder: string;
let proof: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'affiant-cite-'));
  proof = join(folder, 'proof.json');
  await writeFile(proof, (await affiant('cite', GOLDEN, QUOTE)).stdout);
});
afterAll(() => rm(folder, { recursive: true }));

describe('affiant cite', () => {
  it('prints the same proof of a folder and of its archive', async () => {
    const [fromFolder, fromArchive] = [
      await affiant('cite', GOLDEN, QUOTE),
      await affiant('cite', `${GOLDEN}.zip`, QUOTE),
    ];
    expect(fromFolder).toEqual({ code: 0, stdout: fromArchive.stdout, stderr: '' });
    expect(JSON.parse(fromFolder.stdout)).toMatchObject({ schema: 'affiant-citation/v1', quote: QUOTE });
  });

  it('looks only in the chunk that is named', async () => {
    const { stdout } = await affiant('cite', GOLDEN, QUOTE, '--chunk', 'chunk_0004');
    expect(JSON.parse(stdout)).toMatchObject({ chunk: { id: 'chunk_0004', index: 3 } });
    expect(await affiant('cite', GOLDEN, QUOTE, '--chunk', 'chunk_0099')).toMatchObject({
      code: 1,
      stdout: '',
    });
  });

  it('ends with 1 where the words are not, and says when they run over a border', async () => {
    expect(await affiant('cite', GOLDEN, 'No such words')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The text of this bundle does not have these words.\n',
    });
    const text = await readFile(join(GOLDEN, 'artifacts/content.md'), 'utf8');
    const [{ end }] = JSON.parse(await readFile(join(GOLDEN, 'artifacts/chunks.json'), 'utf8'));
    const border = Buffer.from(text).subarray(0, end).toString().length;
    const { code, stderr } = await affiant('cite', GOLDEN, text.slice(border - 40, border + 40));
    expect([code, stderr]).toEqual([
      1,
      'These words run from chunk_0001 to chunk_0002: quote a part that stands in one of them.\n',
    ]);
  });

  it('gives no proof of what was tampered with, or is not there', async () => {
    const { files } = await sealGolden();
    files.delete('signature.json');
    await writeFolder(join(folder, 'unsigned'), files);
    for (const path of [join(folder, 'unsigned'), join(folder, 'nothing')])
      expect(await affiant('cite', path, QUOTE)).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('affiant verify-citation', () => {
  it('ends with 0 for a trusted signer, by address or by list', async () => {
    const keys = join(folder, 'keys.json');
    await writeFile(keys, encodeKeyList(buildKeyList([GOLDEN_KEY_RECORD], null)));
    for (const trust of [['--signer', GOLDEN_SIGNER], ['--keys', keys], ['--trust-embedded']]) {
      const { code, stdout } = await affiant('verify-citation', proof, ...trust);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^VERIFIED {2}ev_01JD0/);
      expect(stdout).toContain(`"${QUOTE}"`);
    }
  });

  it('ends with 1 for another signer or another quote', async () => {
    const forged = join(folder, 'forged.json');
    await writeFile(forged, (await readFile(proof, 'utf8')).replaceAll('30 days', '90 days'));
    expect(await affiant('verify-citation', proof, '--signer', `0x${'11'.repeat(20)}`)).toMatchObject({
      code: 1,
    });
    const { code, stdout } = await affiant('verify-citation', forged, '--signer', GOLDEN_SIGNER, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { verified: false, status: 'tampered' }]);
  });

  it('ends with 2 where nothing can be decided', async () => {
    expect(await affiant('verify-citation', proof)).toMatchObject({ code: 2, stderr: '' });
    const bundle = join(GOLDEN, 'manifest.json');
    for (const args of [
      [bundle, '--signer', GOLDEN_SIGNER],
      [join(folder, 'nothing')],
      [proof, '--signer', '0x12'],
    ])
      expect(await affiant('verify-citation', ...args)).toMatchObject({ code: 2, stdout: '' });
  });

  it('does not let a quote write to the terminal', async () => {
    const hostile = join(folder, 'hostile.json');
    await writeFile(hostile, (await readFile(proof, 'utf8')).replaceAll('30 days', '\\u001b[2J'));
    const { stdout } = await affiant('verify-citation', hostile, '--signer', GOLDEN_SIGNER);
    expect(stdout).toContain('[U+001B][2J');
    expect(stdout).not.toContain('\x1b');
  });
});

it('affiant verify ends with 2, not 1, for a signer that is no address', async () => {
  expect(await affiant('verify', GOLDEN, '--signer', '0x12')).toMatchObject({ code: 2, stdout: '' });
});
