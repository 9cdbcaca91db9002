import type { Box, Turn } from './port.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Size of a page after a turn. */
export const turnedSize = ({ width, height }: Size, turn: Turn): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

/** Where a box of a page lies after the page was turned clockwise. */
export function turnedBox({ left, top, width, height }: Box, page: Size, turn: Turn): Box {
  const [right, bottom] = [page.width - left - width, page.height - top - height];
  if (turn === 90) return { left: bottom, top: left, width: height, height: width };
  if (turn === 180) return { left: right, top: bottom, width, height };
  if (turn === 270) return { left: top, top: right, width: height, height: width };
  return { left, top, width, height };
}
