import type { ThrottlerStorage } from '@nestjs/throttler';

/** Derived, because @nestjs/throttler exports a token and the type of a record under the same name. */
type WindowRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

interface Window {
  hits: number;
  endsAt: number;
}

/** Number of windows at which expired ones are removed. */
const SWEEP_AT = 10_000;

/** Returns the throttler's record of a window with this number of requests. */
export function windowRecord(hits: number, limit: number, msLeft: number): WindowRecord {
  const timeToExpire = Math.max(1, Math.ceil(msLeft / 1000));
  const isBlocked = hits > limit;
  return { totalHits: hits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
}

/** Counts requests in this process. A window begins with its first request. Uses the monotonic clock. */
export class LocalWindows implements ThrottlerStorage {
  private readonly windows = new Map<string, Window>();

  increment(key: string, ttl: number, limit: number): Promise<WindowRecord> {
    const now = performance.now();
    let window = this.windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      if (this.windows.size >= SWEEP_AT) this.sweep(now);
      window = { hits: 0, endsAt: now + ttl };
      this.windows.set(key, window);
    }
    window.hits++;
    const msLeft = Math.floor(window.endsAt - now); // rounding of the sum may exceed the window slightly
    return Promise.resolve(windowRecord(window.hits, limit, msLeft));
  }

  private sweep(now: number): void {
    for (const [key, { endsAt }] of this.windows) if (endsAt <= now) this.windows.delete(key);
  }
}
