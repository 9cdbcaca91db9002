import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Turn } from '../../../src/domain/ocr/port.ts';
import { turnedBox, turnedSize } from '../../../src/domain/ocr/upright.ts';

const page = { width: 300, height: 200 };

it('turns the corners of a page clockwise', () => {
  const topLeft = { left: 0, top: 0, width: 30, height: 10 };
  expect(turnedBox(topLeft, page, 90)).toEqual({ left: 190, top: 0, width: 10, height: 30 });
  expect(turnedBox(topLeft, page, 180)).toEqual({ left: 270, top: 190, width: 30, height: 10 });
  expect(turnedBox(topLeft, page, 270)).toEqual({ left: 0, top: 270, width: 10, height: 30 });
});

it('comes back where it was after a full turn', () => {
  const turn = fc.constantFrom<Turn>(0, 90, 180, 270);
  const box = fc.record({
    left: fc.nat(100),
    top: fc.nat(100),
    width: fc.nat(100),
    height: fc.nat(100),
  });
  fc.assert(
    fc.property(box, turn, (original, first) => {
      const rest = ((360 - first) % 360) as Turn;
      const turned = turnedBox(original, page, first);
      expect(turnedBox(turned, turnedSize(page, first), rest)).toEqual(original);
    }),
  );
});
