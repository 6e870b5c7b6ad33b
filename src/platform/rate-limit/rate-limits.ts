import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { CONFIG, type Config } from '../config/config';
import { RateLimiter, type RateLimitSettings } from './rate-limiter';

/** Maximum time that a request waits for Redis. */
const REDIS_TIMEOUT_MS = 250;
const MAX_RECONNECT_DELAY_MS = 2000;

/** Makes rate limiters, which share one connection to Redis. */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private redis: Redis | null = null;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  limiter(settings: RateLimitSettings): RateLimiter {
    const { redisUrl } = this.config;
    if (redisUrl !== null && settings.limit > 0) this.redis ??= connect(redisUrl);
    return new RateLimiter(settings, this.redis);
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}

function connect(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: REDIS_TIMEOUT_MS,
    enableAutoPipelining: true,
    retryStrategy: (times) => Math.min(times * 100, MAX_RECONNECT_DELAY_MS),
  });
  redis.on('error', () => undefined); // logged by the first request that falls back
  return redis;
}
