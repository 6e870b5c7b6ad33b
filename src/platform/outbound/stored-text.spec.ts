import fc from 'fast-check';
import { BodyExcerpt, toStoredText } from './stored-text';

const excerptOf = (chunks: readonly Buffer[], keepChars = 1_000, maxBytes = 16_384) => {
  const excerpt = new BodyExcerpt(keepChars, maxBytes);
  const within = chunks.map((chunk) => excerpt.add(chunk));
  return { text: excerpt.text(), within: within.at(-1) ?? true };
};

describe('toStoredText', () => {
  it.each([
    ['plain', 'plain'],
    ['a\0b\0', 'ab'],
    ['a\ud800b', 'ab'],
    ['\udc00a', 'a'],
    ['😀', '😀'],
    ['line\nline\t\u2028', 'line\nline\t\u2028'],
  ])('turns %j into %j', (text, expected) => {
    expect(toStoredText(text, 100)).toBe(expected);
  });

  it('cuts between characters, never within a surrogate pair', () => {
    expect(toStoredText('ab😀😀', 3)).toBe('ab😀');
  });

  it('returns well-formed text without NUL, up to the maximum, for any input', () => {
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 50 }), fc.nat({ max: 60 }), (text, max) => {
        const stored = toStoredText(text, max);
        expect([...stored].length).toBeLessThanOrEqual(max);
        expect(stored).not.toContain('\0');
        expect(Buffer.from(stored, 'utf8').toString('utf8')).toBe(stored);
      }),
    );
  });
});

describe('BodyExcerpt', () => {
  it('returns an empty text without a body', () => {
    expect(excerptOf([])).toEqual({ text: '', within: true });
  });

  it('replaces bytes that are not UTF-8', () => {
    expect(excerptOf([Buffer.from([0x61, 0xff, 0x62])]).text).toBe('a\ufffdb');
  });

  it('add() returns false once the body exceeds its maximum size', () => {
    expect(excerptOf([Buffer.alloc(16_384)]).within).toBe(true);
    expect(excerptOf([Buffer.alloc(16_384), Buffer.alloc(1)]).within).toBe(false);
  });

  it.each(['a', 'ä', '€', '😀', 'a€😀'])('keeps exactly the first 1000 characters of repeated %s', (unit) => {
    const text = unit.repeat(3_000);
    const bytes = Buffer.from(text, 'utf8');
    expect(excerptOf([bytes], 1_000, 100_000).text).toBe([...text].slice(0, 1_000).join(''));
  });

  it('returns the same text regardless of how the body is split into chunks', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.nat({ max: 200 }),
        fc.nat({ max: 50 }),
        (bytes, at, keep) => {
          const body = Buffer.from(bytes);
          const whole = excerptOf([body], keep);
          expect(excerptOf([body.subarray(0, at), body.subarray(at)], keep)).toEqual(whole);
        },
      ),
    );
  });
});
