import { toInstant, toWallClock } from './zoned';

const BERLIN = 'Europe/Berlin';

test.each([
  ['2030-01-15T09:30', '2030-01-15T08:30:00.000Z'],
  ['2030-07-15T00:00', '2030-07-14T22:00:00.000Z'],
  // The clocks change on 31 March and on 27 October 2030 at 01:00 UTC.
  ['2030-03-31T01:59', '2030-03-31T00:59:00.000Z'],
  ['2030-03-31T03:00', '2030-03-31T01:00:00.000Z'],
  ['2030-10-27T03:00', '2030-10-27T02:00:00.000Z'],
])('%s in Berlin is the instant %s, and back', (wallClock, instant) => {
  expect(toInstant(wallClock, BERLIN)).toBe(instant);
  expect(toWallClock(instant, BERLIN)).toBe(wallClock);
});

test('a time that the clock skips counts with the offset before the change', () => {
  expect(toInstant('2030-03-31T02:30', BERLIN)).toBe('2030-03-31T01:30:00.000Z');
});

test('the first of two equal times is meant', () => {
  expect(toInstant('2030-10-27T02:30', BERLIN)).toBe('2030-10-27T00:30:00.000Z');
});

test('a text that is no date is refused', () => {
  expect(() => toInstant('soon', BERLIN)).toThrow(RangeError);
});
