import type { ThrottlerStorage } from '@nestjs/throttler';
import { Redis } from 'ioredis';
import { logger } from '../../../platform/observability/logger';
import { LocalWindows, windowRecord } from './local-windows';

const PREFIX = 'billing:rate:';
/** Maximum time that a request waits for Redis. */
const TIMEOUT_MS = 250;
const MOST_BETWEEN_RECONNECTS_MS = 2000;

/**
 * Counts a request, sets the expiry of a window that has none, and returns the window's remaining time. A script is
 * atomic, so no window is left without an expiry.
 */
const INCREMENT = `
  local hits = redis.call('INCR', KEYS[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
  end
  return { hits, left }`;

interface Counter extends Redis {
  countRequest(key: string, ttl: number): Promise<[number, number]>;
}

/**
 * Counts requests in Redis, for all instances together. While Redis is unavailable, each instance counts for itself, so
 * that ingestion continues.
 */
export class SharedWindows implements ThrottlerStorage {
  private readonly redis: Counter;
  private readonly local = new LocalWindows();
  private away = false;

  constructor(url: string) {
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: TIMEOUT_MS,
      enableAutoPipelining: true,
      retryStrategy: (times) => Math.min(times * 100, MOST_BETWEEN_RECONNECTS_MS),
    }) as Counter;
    this.redis.defineCommand('countRequest', { numberOfKeys: 1, lua: INCREMENT });
    this.redis.on('error', () => undefined); // logged once, by the first request that finds Redis unavailable
  }

  async increment(key: string, ttl: number, limit: number): ReturnType<ThrottlerStorage['increment']> {
    try {
      const [hits, left] = await this.redis.countRequest(PREFIX + key, ttl);
      if (this.away) logger.info('Redis is available again; the instances share the rate limit');
      this.away = false;
      return windowRecord(hits, limit, left);
    } catch (error) {
      if (!this.away) {
        logger.warn(
          { reason: (error as Error).message },
          'Redis is unavailable; each instance enforces the rate limit on its own',
        );
      }
      this.away = true;
      return this.local.increment(key, ttl, limit);
    }
  }

  close(): void {
    this.redis.disconnect();
  }
}
