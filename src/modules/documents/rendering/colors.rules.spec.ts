import fc from 'fast-check';
import { contrast, readableOn, readableOnWhite } from './colors.rules';

const color = fc.integer({ min: 0, max: 0xffffff }).map((it) => `#${it.toString(16).padStart(6, '0')}`);

describe('colours', () => {
  it('contrast as WCAG computes it', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#ff0000', '#ff0000')).toBe(1);
  });

  it('of text can always be read', () => {
    fc.assert(
      fc.property(color, (it) => {
        expect(contrast(readableOnWhite(it), '#ffffff')).toBeGreaterThanOrEqual(4.5);
        expect(contrast(readableOn(it), it)).toBeGreaterThanOrEqual(4.3);
      }),
    );
  });

  it('of an organization stay if they can be read', () => {
    expect(readableOnWhite('#1f2937')).toBe('#1f2937');
    expect(readableOnWhite('#ffee00')).toBe('#111111');
    expect(readableOn('#1f2937')).toBe('#ffffff');
  });
});
