import { checkDimensions, ImageError } from './image-error';

/** Baseline, extended sequential and progressive images with Huffman codes. Few readers support the others. */
const SUPPORTED_FRAMES = [0xc0, 0xc1, 0xc2];
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;

function broken(reason: string): ImageError {
  return new ImageError(`must be a PNG or JPEG image: the JPEG data is broken (${reason})`);
}

/**
 * Reads the segments of a JPEG file up to its end, and returns the dimensions.
 *
 * @throws ImageError if the file is broken, too large, or of a kind that PDF cannot contain
 */
export function readJpeg(bytes: Buffer): { width: number; height: number } {
  let frame: { width: number; height: number } | null = null;
  let scans = 0;
  let position = 2; // after the SOI
  for (;;) {
    const marker = markerAt(bytes, position);
    position += 2;
    if (marker === EOI) break;
    if (marker === SOI || (marker >= 0xd0 && marker <= 0xd7)) throw broken('unexpected marker');
    if (position + 2 > bytes.length) throw broken('truncated');
    const end = position + bytes.readUInt16BE(position);
    if (end < position + 2 || end > bytes.length) throw broken('truncated');
    const segment = bytes.subarray(position + 2, end);
    position = end;
    if (isFrame(marker)) {
      if (frame !== null) throw broken('more than one frame');
      frame = frameOf(marker, segment);
    } else if (marker === SOS) {
      if (frame === null) throw broken('scan before the frame');
      scans += 1;
      position = endOfScan(bytes, position);
    }
  }
  if (frame === null || scans === 0) throw broken('no pixels');
  if (position !== bytes.length) throw broken('data after the end');
  return frame;
}

function markerAt(bytes: Buffer, position: number): number {
  const marker = bytes[position + 1];
  if (bytes[position] !== 0xff || marker === undefined || marker === 0 || marker === 0xff)
    throw broken('truncated');
  return marker;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function frameOf(marker: number, segment: Buffer): { width: number; height: number } {
  const [precision, , , , , components = 0] = segment;
  if (segment.length !== 6 + components * 3) throw broken('frame');
  if (!SUPPORTED_FRAMES.includes(marker) || precision !== 8) {
    throw new ImageError('must be a baseline or progressive JPEG image of 8 bits per sample');
  }
  if (components !== 1 && components !== 3 && components !== 4) throw broken('components');
  const frame = { width: segment.readUInt16BE(3), height: segment.readUInt16BE(1) };
  checkDimensions(frame.width, frame.height);
  return frame;
}

/** Returns the position of the marker after the coded pixels, in which FF is followed by 00 or is a restart marker. */
function endOfScan(bytes: Buffer, start: number): number {
  let position = bytes.indexOf(0xff, start);
  while (position !== -1) {
    const next = bytes[position + 1] ?? EOI;
    const fill = next === 0xff;
    if (!fill && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return position;
    position = bytes.indexOf(0xff, position + (fill ? 1 : 2));
  }
  throw broken('truncated');
}
