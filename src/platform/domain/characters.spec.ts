import fc from 'fast-check';
import { firstCharacters, isLongerThan } from './characters';

describe('characters', () => {
  it('are code points: an emoji is one, a letter with a combining mark or a variation selector two', () => {
    expect([isLongerThan('😀'.repeat(3), 3), isLongerThan('😀'.repeat(4), 3)]).toEqual([false, true]);
    expect([isLongerThan('e\u0301', 1), isLongerThan('\u2764\ufe0f', 1)]).toEqual([true, true]);
  });

  it('are counted and cut like the elements of the iterated text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), fc.nat(12), (text, max) => {
        expect(isLongerThan(text, max)).toBe([...text].length > max);
        expect(firstCharacters(text, max)).toBe([...text].slice(0, max).join(''));
      }),
    );
  });
});
