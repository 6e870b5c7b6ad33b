import { isSoundPng, PNG_SIGNATURE, pngSize, type Size } from './png.rules';

/** The largest logo: 256 KB. */
export const MAX_LOGO_BYTES = 256 * 1024;
/** In pixels: a small file may unpack to a picture that fills the memory. */
const MAX_SIDE = 2048;
const MAX_PIXELS = 1024 * 1024;

const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);

/** An image that can be a logo. */
export interface LogoImage {
  contentType: 'image/png' | 'image/jpeg';
  content: Buffer;
}

/** Says why bytes cannot be a logo: the end of a sentence. */
export class LogoProblem extends Error {}

/** Reads an image by its bytes, whatever its name says. @throws LogoProblem */
export function readLogo(content: Buffer): LogoImage {
  if (content.length > MAX_LOGO_BYTES) throw new LogoProblem('must have at most 256 KB');
  if (startsWith(content, PNG_SIGNATURE)) {
    assertSize(pngSize(content));
    if (!isSoundPng(content)) throw damaged();
    return { contentType: 'image/png', content };
  }
  if (startsWith(content, JPEG_SIGNATURE)) {
    assertSize(jpegSize(content));
    return { contentType: 'image/jpeg', content };
  }
  throw new LogoProblem('must be a PNG or JPEG image');
}

const startsWith = (content: Buffer, start: Buffer): boolean =>
  content.subarray(0, start.length).equals(start);

const damaged = (): LogoProblem =>
  new LogoProblem('is a damaged image, or an interlaced PNG: save it again without interlacing');

function assertSize(size: Size | null): void {
  if (size === null) throw damaged();
  const { width, height } = size;
  const isSound = width >= 1 && height >= 1 && Math.max(width, height) <= MAX_SIDE;
  if (isSound && width * height <= MAX_PIXELS) return;
  throw new LogoProblem(
    `must be at most ${MAX_SIDE} pixels wide and high, and have at most 1,048,576 pixels`,
  );
}

/** Segments of a JPEG that begin a frame; C4, C8 and CC mean something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: Buffer): Size | null {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}
