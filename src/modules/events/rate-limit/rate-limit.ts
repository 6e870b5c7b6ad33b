import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { RateLimitedError } from '../../../platform/errors/app-error';
import type { Allowance, RateLimiter } from '../../../platform/rate-limit/rate-limiter';
import { RateLimits } from '../../../platform/rate-limit/rate-limits';

/**
 * Limits the requests to the two ingestion routes together, per organization (docs/decisions.md#rate-limit). Every
 * authenticated request counts, whatever its response; a batch is one request.
 */
@Injectable()
export class RateLimit {
  private readonly limiter: RateLimiter;
  private readonly quota: RateLimiter;

  constructor(limits: RateLimits, @Inject(CONFIG) { events, quotas }: Config) {
    this.limiter = limits.limiter({ name: 'events', limit: events.rateLimit, headers: 'X-RateLimit' });
    this.quota = limits.limiter({
      name: 'event-quota',
      limit: quotas.eventsPerMinute,
      headers: 'X-RateLimit',
    });
  }

  /** Counts a request. */
  count(organizationId: string): Promise<Allowance> {
    return this.limiter.count(organizationId);
  }

  /**
   * Counts the events in a request against the quota of events per minute.
   *
   * @returns the headers to add to the response
   */
  async countEvents(organizationId: string, body: unknown): Promise<Record<string, string>> {
    const { isBlocked, headers } = await this.quota.count(organizationId, eventsIn(body));
    const retryAfter = headers['Retry-After'];
    return isBlocked && retryAfter !== undefined ? { 'Retry-After': retryAfter } : {};
  }
}

/** Of a malformed request, one. */
function eventsIn(body: unknown): number {
  const events = typeof body === 'object' && body !== null && 'events' in body ? body.events : null;
  return Array.isArray(events) ? Math.max(1, events.length) : 1;
}

/** @throws RateLimitedError if the headers say that the quota of events is used up. */
export function assertWithinQuota(headers: Record<string, string>): void {
  if (headers['Retry-After'] === undefined) return;
  throw new RateLimitedError(
    'The organization has sent more usage events than its quota per minute (MAX_EVENTS_PER_MINUTE): retry after the number of seconds in Retry-After, in smaller batches if one is larger than the quota.',
  );
}
