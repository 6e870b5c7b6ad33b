import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import {
  Deadline,
  currentDeadline,
  withDeadline,
  withDeadlineOfResponse,
  withLongStatements,
  withoutDeadline,
} from './deadline';

const TIMEOUT_MS = 3500;
/** Returns the deadline of work that began this many ms ago. */
const after = (ms: number): Deadline => new Deadline(TIMEOUT_MS, performance.now() - ms);

describe('Deadline', () => {
  beforeEach(() => {
    jest.useFakeTimers(); // performance.now() stands still
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([
    ['a fresh request keeps the usual time', 0, 3500],
    ['a request that has waited as long as allowed keeps the usual time', 500, 3500],
    ['a request that has waited longer gets what is left', 3000, 1000],
    ['a request past its deadline gets a short time', 9000, 250],
  ])('%s', (_what, waitedMs, expected) => {
    expect(after(waitedMs).limit(TIMEOUT_MS)).toBe(expected);
  });

  it.each([
    [0, ''],
    [900, ''],
    [3000, '; SET LOCAL lock_timeout = 950'],
    [9000, '; SET LOCAL lock_timeout = 200'],
  ])('after %d ms, the lock waits of a transaction are limited by "%s"', (waitedMs, expected) => {
    expect(after(waitedMs).lockTimeout()).toBe(expected);
  });

  it('lock waits of long reads last at most a second', () => {
    const timeouts = [0, 3500].map((ms) => after(ms).forLongStatements().lockTimeout());
    expect(timeouts).toEqual(['; SET LOCAL lock_timeout = 1000', '; SET LOCAL lock_timeout = 450']);
  });

  it('a wait is never longer than without a deadline', () => {
    expect(after(0).limit(100)).toBe(100);
  });

  it('a deadline passes after the time of a statement and half a second of waits', () => {
    expect([after(3999).isPast, after(4000).isPast]).toEqual([false, true]);
  });
});

describe('currentDeadline', () => {
  it('applies within withDeadline only', async () => {
    const deadline = after(0);
    await withDeadline(deadline, async () => {
      await new Promise(setImmediate);
      expect(currentDeadline()).toBe(deadline);
      expect(withoutDeadline(currentDeadline)).toBeUndefined();
      const long = withLongStatements(currentDeadline);
      expect([deadline.limitsStatements, long?.limitsStatements]).toEqual([true, false]);
    });
    expect(currentDeadline()).toBeUndefined();
  });

  it('no longer applies to what a request leaves running after its response', async () => {
    const response = new EventEmitter();
    const seen: boolean[] = [];
    let left: Promise<void> | undefined;
    withDeadlineOfResponse(response as unknown as ServerResponse, after(0), () => {
      left = (async () => {
        await new Promise(setImmediate);
        seen.push(currentDeadline() !== undefined);
        response.emit('close');
        seen.push(currentDeadline() !== undefined);
      })();
    });
    await left;
    expect(seen).toEqual([true, false]);
  });
});
