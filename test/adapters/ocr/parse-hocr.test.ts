import { describe, expect, it } from 'vitest';
import { parseHocr } from '../../../src/adapters/ocr/parse-hocr.ts';

// As tesseract 5 writes it, shortened.
const UPRIGHT = `<div class='ocr_page' id='page_1' title='image "unknown"; bbox 0 0 640 480; ppageno 0; scan_res 70 70'>
 <div class='ocr_carea' id='block_1_1' title="bbox 36 92 618 361">
  <p class='ocr_par' id='par_1_1' lang='eng' title="bbox 36 92 618 184">
   <span class='ocr_line' id='line_1_1' title="bbox 36 92 580 122; x_size 30; x_descenders 6; x_ascenders 6">
    <span class='ocrx_word' id='word_1_1' title='bbox 36 92 96 116; x_wconf 94'>This</span>
    <span class='ocrx_word' id='word_1_2' title='bbox 109 92 129 116; x_wconf 91'><strong>R&amp;D</strong></span>
    <span class='ocrx_word' id='word_1_3' title='bbox 130 92 131 93; x_wconf 12'> </span>
   </span>`;

const SIDEWAYS = `<span class='ocr_header' id='line_1_1' title="bbox 276 33 289 174; x_size 16; x_descenders 4; x_ascenders 4">
    <span class='ocrx_word' id='word_1_1' title='bbox 277 33 289 80; x_wconf 93'>FIRST</span>
    <span class='ocrx_word' id='word_1_2' title='bbox 276 85 289 174; x_wconf 91'>CHEQUING</span>
    <span class='ocrx_word' id='word_1_3' title='bbox 276 190 289 195; x_wconf 91'>I</span>`;

describe('hOCR', () => {
  it('yields words with boxes and confidences, their markup taken off', () => {
    expect(parseHocr(UPRIGHT)).toEqual({
      words: [
        { text: 'This', confidence: 94, box: { left: 36, top: 92, width: 60, height: 24 } },
        { text: 'R&D', confidence: 91, box: { left: 109, top: 92, width: 20, height: 24 } },
      ],
      textHeight: 30,
      turn: 0,
    });
  });

  it('tells lines that run down the page by their upended words', () => {
    expect(parseHocr(SIDEWAYS)).toMatchObject({ turn: 270, textHeight: 16 });
  });

  it('may be empty', () => {
    expect(parseHocr('')).toEqual({ words: [], textHeight: 0, turn: 0 });
  });
});
