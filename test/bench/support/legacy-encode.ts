/** Encodings of at most two bytes a character, by the names that documents give. */
export const LEGACY_ENCODINGS = (
  'big5 euc-jp euc-kr gb18030 gbk shift_jis iso-8859-1 iso-8859-7 koi8-r tis-620 ' +
  'windows-1251 windows-1252 windows-1254 windows-1256 windows-1258'
).split(' ');

/** The bytes of `text` in a legacy encoding: the decoder of the platform, read backwards. */
export function encodeLegacy(text: string, label: string): Buffer {
  const decoder = new TextDecoder(label, { fatal: true });
  const codes = new Map<string, Buffer>();
  const learn = (bytes: Buffer): void => {
    try {
      const character = decoder.decode(bytes);
      if (!codes.has(character)) codes.set(character, bytes);
    } catch {
      // Not a character.
    }
  };
  for (let byte = 0; byte < 256; byte += 1) learn(Buffer.of(byte));
  for (let pair = 0x8100; pair < 0xff00 && codes.size < 20_000; pair += 1)
    learn(Buffer.of(pair >> 8, pair & 255));
  return Buffer.concat(
    Array.from(text, (character) => {
      const bytes = codes.get(character);
      if (!bytes) throw new Error(`${label} has no ${character}`);
      return bytes;
    }),
  );
}
