import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { LocalWindows } from './local-windows';
import { SharedWindows } from './shared-windows';

const WINDOW_MS = 60_000;

/** Whether a request is within the limit. */
export interface Allowance {
  isBlocked: boolean;
  /** Headers of the response, for any status. */
  headers: Record<string, string>;
}

const UNLIMITED: Allowance = { isBlocked: false, headers: {} };

/**
 * Limits the requests to the two ingestion routes together, per organization (docs/api.md). Every authenticated request
 * counts, regardless of its response; a batch is one request.
 */
@Injectable()
export class RateLimit implements OnApplicationShutdown {
  private readonly limit: number;
  private readonly windows: LocalWindows | SharedWindows;

  constructor(@Inject(CONFIG) { events }: Config) {
    this.limit = events.rateLimit;
    const { redisUrl } = events;
    this.windows = redisUrl === null || this.limit === 0 ? new LocalWindows() : new SharedWindows(redisUrl);
  }

  /** Counts a request and returns whether it is within the limit. */
  async count(organizationId: string): Promise<Allowance> {
    if (this.limit === 0) return UNLIMITED;
    const record = await this.windows.increment(`events:${organizationId}`, WINDOW_MS, this.limit);
    const headers: Record<string, string> = {
      'X-RateLimit-Limit': String(this.limit),
      'X-RateLimit-Remaining': String(Math.max(0, this.limit - record.totalHits)),
      'X-RateLimit-Reset': String(record.timeToExpire),
    };
    if (record.isBlocked) headers['Retry-After'] = String(record.timeToBlockExpire);
    return { isBlocked: record.isBlocked, headers };
  }

  onApplicationShutdown(): void {
    if (this.windows instanceof SharedWindows) this.windows.close();
  }
}
