import { PreconditionFailedError, ValidationFailedError } from '../../errors/app-error';
import { entityTagOf, taggedAs, versioned } from './entity-tag';
import { parseIfMatch } from './if-match';
import { NO_PRECONDITION } from './precondition';

const response = (row: { rowVersion: number }): object => versioned(row, { id: 1 });
const row = { rowVersion: 3 };
const current = entityTagOf(response(row));

describe('entityTagOf', () => {
  it('returns a strong ETag of the version of the row and a hash of the body', () => {
    expect(current).toMatch(/^"3-[\w-]{22}"$/);
    expect(entityTagOf({ id: 1 })).toBe(current.replace('3-', ''));
    expect(entityTagOf({ id: 1 }, '{"id":1}')).toBe(entityTagOf({ id: 1 }));
  });

  it('differs if the version or the body differs', () => {
    const others = [versioned({ rowVersion: 4 }, { id: 1 }), versioned(row, { id: 2 }), { id: 1 }];
    expect(new Set([current, ...others.map((it) => entityTagOf(it))]).size).toBe(4);
  });

  it('is that of the representation that a response names', () => {
    expect(entityTagOf(taggedAs(response(row), { other: true }))).toBe(current);
  });
});

describe('parseIfMatch', () => {
  it.each([
    ['"a"', ['"a"']],
    ['"a", W/"b" ,"c,d"', ['"a"', 'W/"b"', '"c,d"']],
    [',"a",, "b",', ['"a"', '"b"']],
    ['""', ['""']],
    [' * ', '*'],
  ])('parses %s', (text, tags) => {
    expect(parseIfMatch([text]).tags).toEqual(tags);
  });

  it('joins repeated headers', () => {
    expect(parseIfMatch(['"a"', '"b"']).tags).toEqual(['"a"', '"b"']);
  });

  it.each(['', ',', 'a', '"a', 'a"', '"a" "b"', '*, "a"', '"a", *', 'w/"a"', "'a'", '"a b"', '"a"b'])(
    'refuses %j',
    (text) => {
      expect(() => parseIfMatch([text])).toThrow(ValidationFailedError);
    },
  );
});

describe('IfMatchValue', () => {
  const check = (text: string, of: { rowVersion: number } | null = row) => {
    parseIfMatch([text]).on(response).assertMet(of);
  };

  it('is met by the current ETag, alone or in a list, and by *', () => {
    for (const text of [current, `"other", ${current}`, '*']) expect(() => check(text)).not.toThrow();
    expect(parseIfMatch(undefined).on(response)).toBe(NO_PRECONDITION);
  });

  it.each([
    ['another ETag', '"3-other"', row],
    ['a weak ETag', `W/${current}`, row],
    ['the ETag of an earlier version', current, { rowVersion: 4 }],
    ['an ETag without an object', current, null],
    ['* without an object', '*', null],
  ])('is not met by %s', (_, text, of) => {
    expect(() => check(text, of)).toThrow(PreconditionFailedError);
  });
});
