import fc from 'fast-check';
import { CELL_NAME, tagged, untagged } from './cell-tag';

const names = fc.stringMatching(/^[a-z0-9]{1,10}$/);
const tokens = fc.stringMatching(/^[A-Za-z0-9_-]{1,80}$/);

describe('the tag of a cell', () => {
  it('is put before a token and taken off it again', () => {
    fc.assert(
      fc.property(names, tokens, (cell, token) => {
        expect(CELL_NAME.test(cell)).toBe(true);
        expect(tagged(cell, token)).toBe(`${cell}.${token}`);
        expect(untagged(tagged(cell, token))).toBe(token);
      }),
    );
  });

  it('is absent without a name, and a token without a tag stays as it is', () => {
    fc.assert(
      fc.property(tokens, (token) => {
        expect(tagged(null, token)).toBe(token);
        expect(untagged(token)).toBe(token);
      }),
    );
  });

  it.each(['', 'EU', 'eu_1', 'eu-1', 'eu.1', 'elevenchars'])('a cell cannot be named %j', (name) => {
    expect(CELL_NAME.test(name)).toBe(false);
  });
});
