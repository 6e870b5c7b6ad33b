import * as fc from 'fast-check';
import { ApiError, ConnectionError } from './errors.js';
import { retryDelay } from './retries.js';

function anError(status: number, retryAfter?: string, code = 'x'): ApiError {
  return new ApiError(status, new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }), {
    code,
  });
}

describe('retryDelay', () => {
  it('doubles up to 8 s, and takes off up to a half', () => {
    fc.assert(
      fc.property(fc.nat(20), (retry) => {
        const longest = Math.min(500 * 2 ** retry, 8000);
        const delay = retryDelay(anError(503), retry, false) ?? 0;
        expect(delay).toBeGreaterThanOrEqual(longest / 2);
        expect(delay).toBeLessThanOrEqual(longest);
      }),
    );
  });

  it('is never shorter than Retry-After, in seconds or as a date', () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    for (const [retryAfter, least] of [
      ['7', 7000],
      [date, 28_000],
    ] as const) {
      expect(retryDelay(anError(429, retryAfter), 0, false)).toBeGreaterThanOrEqual(least);
    }
    expect(retryDelay(anError(429, '61'), 0, true)).toBeNull();
    expect(retryDelay(anError(429, 'soon'), 0, true)).toBeLessThanOrEqual(500);
  });

  it.each([
    ['429', anError(429), true, true],
    ['503', anError(503), true, true],
    ['502', anError(502), true, false],
    ['504', anError(504), true, false],
    ['idempotency_in_progress', anError(409, undefined, 'idempotency_in_progress'), true, false],
    ['a lost response', new ConnectionError(), true, false],
    ['500', anError(500), false, false],
    ['400', anError(400), false, false],
    ['conflict', anError(409, undefined, 'conflict'), false, false],
  ])('after %s', (_name, error, ifRepeatable, otherwise) => {
    expect(retryDelay(error, 0, true) !== null).toBe(ifRepeatable);
    expect(retryDelay(error, 0, false) !== null).toBe(otherwise);
  });
});
