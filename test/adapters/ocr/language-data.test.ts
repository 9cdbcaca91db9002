import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { linkLanguageData } from '../../../src/adapters/ocr/language-data.ts';

describe('language data', () => {
  it('is linked from the npm package into a folder that is removed afterwards', async () => {
    const data = await linkLanguageData('eng');
    expect(data.languages).toBe('eng');
    expect(await readdir(data.folder)).toEqual(['eng.traineddata.gz']);
    await data.remove();
    expect(existsSync(data.folder)).toBe(false);
  });

  it('takes commas for plus signs, and a language once', async () => {
    const data = await linkLanguageData('eng,eng');
    expect(data.languages).toBe('eng');
    await data.remove();
  });

  it.each(['xyz', '../eng', 'eng+', 'eng/../eng'])(
    'is refused for %j, saying how to mend it',
    async (languages) => {
      await expect(linkLanguageData(languages)).rejects.toMatchObject({
        code: 'REQUEST_INVALID',
        message: expect.stringContaining('AFFIANT_OCR_LANGS'),
        hint: expect.stringContaining('npm install @tesseract.js-data/'),
      });
    },
  );
});
