import { crc32, inflateSync } from 'node:zlib';

/** The size of an image in pixels. */
export interface Size {
  width: number;
  height: number;
}

interface Header extends Size {
  depth: number;
  colorType: number;
}

interface Chunk {
  type: string;
  data: Buffer;
}

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HEADER_BYTES = 13;
const PALETTE = 3;
const MAX_FILTER = 4;
/** By color type: the samples of a pixel, and the bits that a sample may have. */
const COLORS: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

/** Returns the size that the header of a PNG names; null if there is none. */
export function pngSize(png: Buffer): Size | null {
  const [first] = chunksOf(png) ?? [];
  return first === undefined ? null : headerOf(first);
}

/**
 * Whether a PNG can be decoded: every chunk, and every row of pixels. What decodes it when a document is rendered ends the
 * process if it cannot, because it throws in a callback.
 */
export function isSoundPng(png: Buffer): boolean {
  const chunks = chunksOf(png);
  const [first] = chunks ?? [];
  const header = first === undefined ? null : headerOf(first);
  if (chunks === null || header === null) return false;
  if (header.colorType === PALETTE && !chunks.some((it) => it.type === 'PLTE')) return false;
  const data = Buffer.concat(chunks.filter((it) => it.type === 'IDAT').map((it) => it.data));
  return arePixels(data, header);
}

/** Returns the chunks from the first to `IEND`; null if one is cut off, or has a wrong checksum. */
function chunksOf(png: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  for (let at = PNG_SIGNATURE.length; at + 12 <= png.length;) {
    const end = at + 12 + png.readUInt32BE(at);
    if (end > png.length) return null;
    if (crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4)) return null;
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') return chunks;
    chunks.push({ type, data: png.subarray(at + 8, end - 4) });
    at = end;
  }
  return null;
}

/** Returns null for a header that PNG does not have, and for interlaced images. */
function headerOf({ type, data }: Chunk): Header | null {
  if (type !== 'IHDR' || data.length !== HEADER_BYTES) return null;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth = 0, colorType = 0, compression, filter, interlace] = data.subarray(8);
  if (compression !== 0 || filter !== 0 || interlace !== 0) return null;
  return COLORS[colorType]?.depths.includes(depth) === true ? { width, height, depth, colorType } : null;
}

/** Whether data unpacks to the rows of the image, each with a filter that exists. */
function arePixels(data: Buffer, { width, height, depth, colorType }: Header): boolean {
  const samples = COLORS[colorType]?.samples ?? 0;
  const row = 1 + Math.ceil((width * samples * depth) / 8);
  try {
    const pixels = inflateSync(data, { maxOutputLength: row * height });
    if (pixels.length !== row * height) return false;
    for (let at = 0; at < pixels.length; at += row) {
      if (pixels.readUInt8(at) > MAX_FILTER) return false;
    }
    return true;
  } catch {
    return false;
  }
}
