import { deflateSync } from 'node:zlib';
import { aPng } from '../../../../test/support/images';
import { EXAMPLE_LOGO } from './logo.dto';
import { MAX_LOGO_BYTES, readLogo } from './logo.rules';

const PNG = Buffer.from(EXAMPLE_LOGO, 'base64');
/** The beginning of a JPEG: an application segment, then a frame of 2 x 3 pixels. */
const JPEG = Buffer.from('ffd8ffe000044a46ffc0000b080003000201011100ffd9', 'hex');

describe('a logo', () => {
  it('is a PNG or JPEG by its bytes', () => {
    expect(readLogo(PNG).contentType).toBe('image/png');
    expect(readLogo(JPEG).contentType).toBe('image/jpeg');
  });

  it.each([
    ['is none', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'must be a PNG or JPEG image'],
    ['is empty', Buffer.alloc(0), 'must be a PNG or JPEG image'],
    ['is cut off', PNG.subarray(0, 40), 'damaged'],
    ['is a JPEG without a frame', JPEG.subarray(0, 8), 'damaged'],
    ['is too large', Buffer.concat([PNG, Buffer.alloc(MAX_LOGO_BYTES)]), 'must have at most 256 KB'],
    ['is wide', aPng({ width: 2049 }), 'must be at most 2048 pixels'],
    ['has many pixels', aPng({ width: 2048, height: 1024 }), 'at most 1,048,576 pixels'],
    ['has no pixel', aPng({ width: 0 }), 'must be at most'],
    ['is interlaced', aPng({ interlace: 1 }), 'damaged'],
    ['has a color type that does not exist', aPng({ colorType: 5 }), 'damaged'],
    ['needs a palette and has none', aPng({ colorType: 3 }), 'damaged'],
    ['does not unpack', aPng({ data: Buffer.from('no pixels') }), 'damaged'],
    ['unpacks to fewer rows', aPng({ height: 2, data: deflateSync(Buffer.alloc(5)) }), 'damaged'],
    ['unpacks to more than its size', aPng({ data: deflateSync(Buffer.alloc(1_000_000)) }), 'damaged'],
    [
      'has a filter that does not exist',
      aPng({ data: deflateSync(Buffer.from([9, 0, 0, 0, 0])) }),
      'damaged',
    ],
    ['has a wrong checksum', changedByte(aPng({}), 20), 'damaged'],
  ])('is refused when it %s', (_, bytes, problem) => {
    expect(() => readLogo(bytes)).toThrow(problem);
  });
});

function changedByte(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
