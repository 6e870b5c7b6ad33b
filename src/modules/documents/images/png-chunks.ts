import { crc32, inflateSync } from 'node:zlib';
import { checkDimensions, ImageError } from './image-error';

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** The color types of PNG. */
export const GRAY = 0;
export const RGB = 2;
export const PALETTE = 3;
export const GRAY_ALPHA = 4;
export const RGBA = 6;

const DEPTHS: Record<number, readonly number[]> = {
  [GRAY]: [1, 2, 4, 8, 16],
  [RGB]: [8, 16],
  [PALETTE]: [1, 2, 4, 8],
  [GRAY_ALPHA]: [8, 16],
  [RGBA]: [8, 16],
};
const SAMPLES: Record<number, number> = { [GRAY]: 1, [RGB]: 3, [PALETTE]: 1, [GRAY_ALPHA]: 2, [RGBA]: 4 };

export interface PngHeader {
  width: number;
  height: number;
  /** Bits of a sample. */
  depth: number;
  colorType: number;
  /** Samples of a pixel. */
  samples: number;
  interlaced: boolean;
}

/** The content of a PNG file. */
export interface PngFile extends PngHeader {
  palette: Buffer | null;
  transparency: Buffer | null;
  /** Every row of every pass: a filter type, and the filtered samples. */
  rows: Buffer;
}

interface Pass {
  left: number;
  top: number;
  stepX: number;
  stepY: number;
  width: number;
  height: number;
}

const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Returns the passes that have pixels. */
export function passesOf({ width, height, interlaced }: PngHeader): Pass[] {
  if (!interlaced) return [{ left: 0, top: 0, stepX: 1, stepY: 1, width, height }];
  return ADAM7.map(([left, top, stepX, stepY]) => ({
    left,
    top,
    stepX,
    stepY,
    width: Math.ceil((width - left) / stepX),
    height: Math.ceil((height - top) / stepY),
  })).filter((pass) => pass.width > 0 && pass.height > 0);
}

export function bytesOfRow({ depth, samples }: PngHeader, width: number): number {
  return Math.ceil((width * depth * samples) / 8);
}

/**
 * Reads the chunks of a PNG file and inflates its data, at most as far as the dimensions allow.
 *
 * @throws ImageError if the file is broken or too large
 */
export function readPng(bytes: Buffer): PngFile {
  let header: PngHeader | null = null;
  let palette: Buffer | null = null;
  let transparency: Buffer | null = null;
  const data: Buffer[] = [];
  for (const { type, content, last } of chunksOf(bytes)) {
    if (header === null) header = headerOf(type, content);
    else if (type === 'PLTE') palette = content;
    else if (type === 'tRNS') transparency = content;
    else if (type === 'IDAT') data.push(content);
    else if (isCritical(type) && !(type === 'IEND' && last)) throw broken('unknown chunk');
  }
  if (header === null) throw broken('no header');
  if (
    header.colorType === PALETTE &&
    (palette === null || palette.length % 3 !== 0 || palette.length > 768)
  ) {
    throw broken('no valid palette');
  }
  return { ...header, palette, transparency, rows: inflateRows(header, Buffer.concat(data)) };
}

export function broken(reason: string): ImageError {
  return new ImageError(`must be a PNG or JPEG image: the PNG data is broken (${reason})`);
}

function isCritical(type: string): boolean {
  return /^[A-Z]/u.test(type);
}

function* chunksOf(bytes: Buffer): Generator<{ type: string; content: Buffer; last: boolean }> {
  let position = PNG_SIGNATURE.length;
  for (;;) {
    if (position + 12 > bytes.length) throw broken('truncated');
    const length = bytes.readUInt32BE(position);
    const end = position + 12 + length;
    if (end > bytes.length) throw broken('truncated');
    if (crc32(bytes.subarray(position + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      throw broken('checksum');
    const type = bytes.toString('latin1', position + 4, position + 8);
    const last = type === 'IEND';
    if (last && end !== bytes.length) throw broken('data after the end');
    yield { type, content: bytes.subarray(position + 8, end - 4), last };
    if (last) return;
    position = end;
  }
}

function headerOf(type: string, content: Buffer): PngHeader {
  if (type !== 'IHDR' || content.length !== 13) throw broken('no header');
  const [depth = 0, colorType = -1, compression, filter, interlace = 2] = content.subarray(8);
  const header = { width: content.readUInt32BE(0), height: content.readUInt32BE(4), depth, colorType };
  checkDimensions(header.width, header.height);
  const samples = SAMPLES[colorType];
  if (samples === undefined || DEPTHS[colorType]?.includes(depth) !== true) throw broken('color type');
  if (compression !== 0 || filter !== 0 || interlace > 1) throw broken('method');
  return { ...header, samples, interlaced: interlace === 1 };
}

function inflateRows(header: PngHeader, compressed: Buffer): Buffer {
  const expected = passesOf(header).reduce(
    (sum, { width, height }) => sum + height * (1 + bytesOfRow(header, width)),
    0,
  );
  let rows: Buffer;
  try {
    rows = inflateSync(compressed, { maxOutputLength: expected });
  } catch {
    throw broken('pixels');
  }
  if (rows.length !== expected) throw broken('pixels');
  return rows;
}
