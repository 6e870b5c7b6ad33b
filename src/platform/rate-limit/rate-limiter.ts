import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimitedError } from '../errors/app-error';
import { logger } from '../observability/logger';

const WINDOW_SECONDS = 60;

/** Whether a request may be served. */
export interface Allowance {
  isBlocked: boolean;
  /** Headers of the response, whatever its status. */
  headers: Record<string, string>;
}

/** What a limit counts. */
export interface RateLimitSettings {
  /** Names the counters in Redis. */
  name: string;
  /** Requests, or points, per minute of an organization; 0: unlimited. */
  limit: number;
  /** Prefix of the response headers. */
  headers: 'X-RateLimit' | 'RateLimit';
}

const UNLIMITED: Allowance = { isBlocked: false, headers: {} };

/** Counts in this process while Redis is unavailable. */
class FallbackLimiter extends RateLimiterMemory {
  uses = 0;

  override consume(key: string | number, points?: number): Promise<RateLimiterRes> {
    this.uses++;
    return super.consume(key, points);
  }
}

/**
 * Limits the requests per minute of each organization (docs/decisions.md#rate-limit). The minute begins with the first
 * request. Instances share the count through Redis, if there is one; without it each counts for itself.
 */
export class RateLimiter implements ThrottlerStorage {
  private readonly fallback: FallbackLimiter;
  private readonly limiter: RateLimiterMemory | RateLimiterRedis;
  private isRedisAway = false;

  constructor(
    private readonly settings: RateLimitSettings,
    redis: Redis | null,
  ) {
    const { name, limit } = settings;
    const options = { points: limit, duration: WINDOW_SECONDS, keyPrefix: `billing:rate:${name}` };
    this.fallback = new FallbackLimiter(options);
    this.limiter =
      redis === null
        ? new RateLimiterMemory(options)
        : new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: this.fallback });
  }

  /** Counts a request, or as many points as it takes. */
  async count(organizationId: string, points = 1): Promise<Allowance> {
    const { limit, headers: prefix } = this.settings;
    if (limit === 0) return UNLIMITED;
    const { totalHits, timeToExpire, isBlocked } = await this.hit(organizationId, points);
    const headers: Record<string, string> = {
      [`${prefix}-Limit`]: String(limit),
      [`${prefix}-Remaining`]: String(Math.max(0, limit - totalHits)),
      [`${prefix}-Reset`]: String(timeToExpire),
    };
    if (isBlocked) headers['Retry-After'] = String(timeToExpire);
    return { isBlocked, headers };
  }

  /** Counts a request, as @nestjs/throttler asks of its storage; times are in seconds. */
  increment(key: string): ReturnType<ThrottlerStorage['increment']> {
    return this.hit(key, 1);
  }

  private async hit(key: string, points: number): ReturnType<ThrottlerStorage['increment']> {
    const { consumedPoints: totalHits, msBeforeNext } = await this.consume(key, points);
    const timeToExpire = Math.min(WINDOW_SECONDS, Math.max(1, Math.ceil(msBeforeNext / 1000)));
    const isBlocked = totalHits > this.settings.limit;
    return { totalHits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
  }

  private async consume(organizationId: string, points: number): Promise<RateLimiterRes> {
    const { uses } = this.fallback;
    try {
      return await this.limiter.consume(organizationId, points);
    } catch (thrown) {
      if (thrown instanceof RateLimiterRes) return thrown; // thrown when the limit is exceeded
      throw thrown;
    } finally {
      this.logRedis(this.fallback.uses > uses);
    }
  }

  /** Logs once that Redis is unavailable, and once that it is available again. */
  private logRedis(isAway: boolean): void {
    if (isAway === this.isRedisAway) return;
    this.isRedisAway = isAway;
    if (isAway) logger.warn('Redis is unavailable: each instance counts its own rate limit');
    else logger.info('Redis is available again: instances share the rate limit');
  }
}

/** @throws RateLimitedError if the request must not be served. */
export function assertAllowed({ isBlocked }: Allowance): void {
  if (isBlocked) {
    throw new RateLimitedError('Too many requests: retry after the number of seconds in Retry-After.');
  }
}
