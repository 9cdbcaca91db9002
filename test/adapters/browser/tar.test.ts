import { describe, expect, it } from 'vitest';
import { readTar } from '../../../src/adapters/browser/tar.ts';

const BLOCK = 512;

function entry(name: string, content: string, type = '0'): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 'latin1');
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  header.write(type, 156, 'latin1');
  const body = Buffer.alloc(Math.ceil(content.length / BLOCK) * BLOCK);
  body.write(content, 'latin1');
  return Buffer.concat([header, body]);
}
const end = Buffer.alloc(2 * BLOCK);
const names = (archive: Buffer) => [...readTar(archive)].map(({ name }) => name);

describe('readTar', () => {
  it('yields regular files with their bytes, and nothing else', () => {
    const archive = Buffer.concat([
      entry('lib/', '', '5'),
      entry('lib/a.so', 'x'.repeat(600)),
      entry('link', '', '2'),
      end,
    ]);
    const files = [...readTar(archive)];
    expect(files.map(({ name }) => name)).toEqual(['lib/a.so']);
    expect(Buffer.from(files[0]!.content).toString()).toBe('x'.repeat(600));
  });

  it.each(['/etc/passwd', '../up', 'a/../../b'])('refuses the name %s', (name) => {
    expect(() => names(Buffer.concat([entry(name, 'x'), end]))).toThrow('leads elsewhere');
  });

  it('refuses an archive that is cut short', () => {
    expect(() => names(entry('a', 'x'.repeat(600)).subarray(0, 700))).toThrow('cut short');
  });
});
