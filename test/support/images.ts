import { crc32, deflateSync } from 'node:zlib';

interface PngOptions {
  width?: number;
  height?: number;
  colorType?: number;
  interlace?: number;
  /** What is in place of the packed pixels. */
  data?: Buffer;
}

/** A PNG with an alpha channel, transparent throughout, unless the options say otherwise. */
export function aPng({ width = 1, height = 1, colorType = 6, interlace = 0, data }: PngOptions): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colorType, 0, 0, interlace], 8);
  const pixels = data ?? deflateSync(Buffer.alloc(height * (1 + 4 * width)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A JPEG of a few grey pixels, in base64. */
export const A_JPEG = [
  '/9j/4AAQSkZJRgABAQEAAAAAAAD/2wBDAKBueIx4ZKCMgoy0qqC+8P//8Nzc8P//////////////////////////////////////',
  '////////////////////2wBDAaq0tPDS8P//////////////////////////////////////////////////////////////////',
  '////////////wAARCAAIAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAVEAEBAAAAAAAAAAAAAAAAAAAAAf/E',
  'ABQBAQAAAAAAAAAAAAAAAAAAAAD/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwC0AB//2Q==',
].join('');
