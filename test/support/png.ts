import { inflateSync } from 'node:zlib';

/** A decoded picture. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue of a pixel, counted from the top left. */
  at(x: number, y: number): readonly [number, number, number];
}

/** Decode a PNG of 8-bit RGB or RGBA without interlace, as Chromium writes them. */
export function decodePng(bytes: Uint8Array): Picture {
  const file = Buffer.from(bytes);
  const data: Buffer[] = [];
  let header = Buffer.alloc(13);
  for (let offset = 8; offset < file.length; ) {
    const length = file.readUInt32BE(offset);
    const type = file.toString('latin1', offset + 4, offset + 8);
    const body = file.subarray(offset + 8, offset + 8 + length);
    if (type === 'IHDR') header = body;
    if (type === 'IDAT') data.push(body);
    offset += 12 + length;
  }
  const [width, height, channels] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] === 6 ? 4 : 3];
  const pixels = unfilter(inflateSync(Buffer.concat(data)), width * channels, channels);
  return {
    width,
    height,
    at: (x, y) => {
      const start = (y * width + x) * channels;
      return [pixels[start]!, pixels[start + 1]!, pixels[start + 2]!];
    },
  };
}

/** @see https://www.w3.org/TR/png-3/#9Filters */
function unfilter(raw: Buffer, stride: number, channels: number): Buffer {
  const rows = raw.length / (stride + 1);
  const out = Buffer.alloc(rows * stride);
  for (let y = 0; y < rows; y += 1) {
    const filter = raw[y * (stride + 1)]!;
    for (let x = 0; x < stride; x += 1) {
      const a = x >= channels ? out[y * stride + x - channels]! : 0;
      const b = y > 0 ? out[(y - 1) * stride + x]! : 0;
      const c = x >= channels && y > 0 ? out[(y - 1) * stride + x - channels]! : 0;
      const predicted = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter]!;
      out[y * stride + x] = raw[y * (stride + 1) + 1 + x]! + predicted;
    }
  }
  return out;
}

function paeth(a: number, b: number, c: number): number {
  const estimate = a + b - c;
  const [toA, toB, toC] = [Math.abs(estimate - a), Math.abs(estimate - b), Math.abs(estimate - c)];
  if (toA <= toB && toA <= toC) return a;
  return toB <= toC ? b : c;
}
