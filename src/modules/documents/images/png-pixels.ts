import {
  broken,
  bytesOfRow,
  GRAY,
  GRAY_ALPHA,
  PALETTE,
  passesOf,
  readPng,
  RGB,
  type PngFile,
} from './png-chunks';

/** Pixels of 8-bit samples: red, green, blue and alpha. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Buffer;
  opaque: boolean;
}

/**
 * Decodes a PNG file of any color type and depth, interlaced or not.
 *
 * @throws ImageError if the file is broken or too large
 */
export function decodePng(bytes: Buffer): Pixels {
  const file = readPng(bytes);
  const rgba = Buffer.alloc(file.width * file.height * 4);
  const paint = painterOf(file, rgba);
  const pixelBytes = Math.max(1, (file.depth * file.samples) / 8);
  let position = 0;
  for (const { left, top, stepX, stepY, width, height } of passesOf(file)) {
    const length = bytesOfRow(file, width);
    let above: Buffer = Buffer.alloc(length);
    for (let y = 0; y < height; y++) {
      const row = file.rows.subarray(position + 1, position + 1 + length);
      unfilter(file.rows[position] ?? -1, row, above, pixelBytes);
      for (let x = 0; x < width; x++) {
        paint(row, x, ((top + y * stepY) * file.width + left + x * stepX) * 4);
      }
      above = row;
      position += 1 + length;
    }
  }
  return { width: file.width, height: file.height, rgba, opaque: isOpaque(rgba) };
}

function isOpaque(rgba: Buffer): boolean {
  for (let index = 3; index < rgba.length; index += 4) if (rgba[index] !== 255) return false;
  return true;
}

/** Reverses the filter of a row in place. */
function unfilter(filter: number, row: Buffer, above: Buffer, pixelBytes: number): void {
  if (filter < 0 || filter > 4) throw broken('filter');
  if (filter === 0) return;
  for (let index = 0; index < row.length; index++) {
    const left = index < pixelBytes ? 0 : (row[index - pixelBytes] ?? 0);
    const up = above[index] ?? 0;
    const upLeft = index < pixelBytes ? 0 : (above[index - pixelBytes] ?? 0);
    row[index] = (row[index] ?? 0) + prediction(filter, left, up, upLeft);
  }
}

function prediction(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const estimate = left + up - upLeft;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
}

/** Returns the sample of a row as it is stored. */
function sampleAt(row: Buffer, index: number, depth: number): number {
  if (depth === 8) return row[index] ?? 0;
  if (depth === 16) return row.readUInt16BE(index * 2);
  const bit = index * depth;
  return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

type Painter = (row: Buffer, x: number, target: number) => void;

function painterOf(file: PngFile, rgba: Buffer): Painter {
  const { depth, samples, colorType, palette, transparency } = file;
  if (colorType === PALETTE) {
    const colors = palette ?? Buffer.alloc(0);
    return (row, x, target) => {
      const index = sampleAt(row, x, depth);
      if (index * 3 >= colors.length) throw broken('color outside the palette');
      colors.copy(rgba, target, index * 3, index * 3 + 3);
      rgba[target + 3] = transparency?.[index] ?? 255;
    };
  }
  const highest = 2 ** depth - 1;
  const gray = colorType === GRAY || colorType === GRAY_ALPHA;
  const hasAlpha = samples % 2 === 0;
  const colors = gray ? 1 : 3;
  const key = colorType === GRAY || colorType === RGB ? keyOf(transparency, colors) : null;
  const values = [0, 0, 0, highest];
  return (row, x, target) => {
    for (let index = 0; index < samples; index++) values[index] = sampleAt(row, x * samples + index, depth);
    for (let index = 0; index < 3; index++) {
      rgba[target + index] = Math.round(((values[gray ? 0 : index] ?? 0) / highest) * 255);
    }
    const alpha = hasAlpha
      ? ((values[colors] ?? 0) / highest) * 255
      : key?.every((v, i) => v === values[i])
        ? 0
        : 255;
    rgba[target + 3] = Math.round(alpha);
  };
}

/** Returns the color that is transparent. */
function keyOf(transparency: Buffer | null, colors: number): number[] | null {
  if (transparency === null) return null;
  if (transparency.length !== colors * 2) throw broken('transparency');
  return Array.from({ length: colors }, (_, index) => transparency.readUInt16BE(index * 2));
}
