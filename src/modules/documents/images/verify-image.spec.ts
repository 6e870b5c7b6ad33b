import { BASELINE_JPEG, png, PROGRESSIVE_JPEG, RGBA_PNG } from '../../../../test/support/pdf/images';
import { decodePng } from './png-pixels';
import { LARGEST_IMAGE_BYTES, verifyImage } from './verify-image';

const BROKEN = /^must be a PNG or JPEG image/u;

function problemOf(bytes: Buffer): string {
  const result = verifyImage(bytes);
  return 'problem' in result ? result.problem : 'none';
}

describe('verifyImage', () => {
  test('PNG and JPEG images are accepted with their dimensions', () => {
    expect(verifyImage(RGBA_PNG)).toEqual({ contentType: 'image/png', width: 2, height: 1, bytes: RGBA_PNG });
    for (const bytes of [BASELINE_JPEG, PROGRESSIVE_JPEG]) {
      expect(verifyImage(bytes)).toEqual({ contentType: 'image/jpeg', width: 6, height: 4, bytes });
    }
  });

  test('other formats are refused', () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('GIF89a'), Buffer.from('<svg xmlns="x"/>')]) {
      expect(problemOf(bytes)).toBe('must be a PNG or JPEG image');
    }
  });

  test('more than 256 KB are refused', () => {
    const header = RGBA_PNG.subarray(0, 33);
    expect(problemOf(Buffer.concat([header, Buffer.alloc(LARGEST_IMAGE_BYTES)]))).toBe(
      'must be at most 256 KB',
    );
  });

  test.each([RGBA_PNG, BASELINE_JPEG, PROGRESSIVE_JPEG])(
    'an image that ends early or late is refused',
    (bytes) => {
      for (let length = 8; length < bytes.length; length++)
        expect(problemOf(bytes.subarray(0, length))).toMatch(BROKEN);
      expect(problemOf(Buffer.concat([bytes, Buffer.from('x')]))).toMatch(BROKEN);
    },
  );

  test('a changed byte of a PNG image is noticed', () => {
    for (let index = 8; index < RGBA_PNG.length; index++) {
      const changed = Buffer.from(RGBA_PNG);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(problemOf(changed)).not.toBe('none');
    }
  });

  test('an image that inflates to more than its dimensions is refused at once', () => {
    const rows = Buffer.alloc(200_000_000);
    const bomb = png({ width: 10, height: 10, depth: 8, colorType: 0, rows });
    const start = performance.now();
    expect(problemOf(bomb)).toMatch(BROKEN);
    expect(performance.now() - start).toBeLessThan(100);
  });

  test('dimensions are limited', () => {
    const sized = (width: number, height: number): string =>
      problemOf(png({ width, height, depth: 1, colorType: 0, rows: Buffer.alloc(0) }));
    expect(sized(0, 1)).toBe('must be 1 to 4096 pixels wide and high');
    expect(sized(4097, 1)).toBe('must be 1 to 4096 pixels wide and high');
    expect(sized(4096, 4096)).toMatch(/^must have at most 4,194,304 pixels/u);
  });
});

describe('decodePng', () => {
  const pixelsOf = (parts: Parameters<typeof png>[0]): number[] => [...decodePng(png(parts)).rgba];

  test('a palette of 16 colors with transparency', () => {
    const palette = [255, 0, 0, 0, 0, 255];
    const rows = Buffer.from([0, 0b0001_0000]);
    expect(
      pixelsOf({ width: 2, height: 1, depth: 4, colorType: 3, palette, transparency: [7], rows }),
    ).toEqual([0, 0, 255, 255, 255, 0, 0, 7]);
    const outside = Buffer.from([0, 0b0010_0000]);
    expect(() => pixelsOf({ width: 2, height: 1, depth: 4, colorType: 3, palette, rows: outside })).toThrow(
      BROKEN,
    );
  });

  test('gray of 16 bits with a transparent value', () => {
    const rows = Buffer.from([0, 0xff, 0xff, 0x00, 0x01]);
    expect(pixelsOf({ width: 2, height: 1, depth: 16, colorType: 0, transparency: [0, 1], rows })).toEqual([
      255, 255, 255, 255, 0, 0, 0, 0,
    ]);
  });

  test('interlaced gray of 1 bit', () => {
    // Passes 1, 6 and 7 of a 2 x 2 image.
    const rows = Buffer.from([0, 0x80, 0, 0x00, 0, 0x40]);
    const gray = pixelsOf({ width: 2, height: 2, depth: 1, colorType: 0, interlaced: true, rows });
    expect(gray.filter((_, index) => index % 4 === 0)).toEqual([255, 0, 0, 255]);
  });

  test.each([
    [1, [10, 20, 30], [5, 5, 5], [10, 30, 60, 5, 10, 15]],
    [2, [10, 20, 30], [5, 5, 5], [10, 20, 30, 15, 25, 35]],
    [3, [10, 20, 30], [5, 5, 5], [10, 20, 30, 10, 20, 30]],
    [4, [10, 20, 30], [5, 5, 5], [10, 20, 30, 15, 25, 35]],
  ])('filter %i', (filter, first, second, expected) => {
    const rows = Buffer.from([filter === 1 ? 1 : 0, ...first, filter, ...second]);
    const gray = pixelsOf({ width: 3, height: 2, depth: 8, colorType: 0, rows });
    expect(gray.filter((_, index) => index % 4 === 0)).toEqual(expected);
  });
});
