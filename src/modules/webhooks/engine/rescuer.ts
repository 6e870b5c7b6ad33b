import { logger } from '../../../platform/observability/logger';
import { throttled } from '../../../platform/observability/throttled';
import type { AttemptRecord } from './attempt-record';
import type { DeliveryQueue, ExpiredLease } from './delivery-queue';
import { nextStep } from '../webhook.rules';

/**
 * How long after the last error a database outage counts as over. By then, the waiting outcomes have been
 * recorded.
 */
const OUTAGE_MS = 3000;
/** Minimum interval between log lines about an outage. */
const REPORT_MS = 30_000;

/**
 * Rescues deliveries whose worker was lost: records the outcome of the attempt as unknown and queues the
 * delivery again (docs/webhooks.md). Pauses during a database outage and shortly after it: the leases of live
 * workers expire then, but their outcomes will still arrive.
 */
export class Rescuer {
  /** Until this time (monotonic clock, ms), deliveries with an expired lease are not rescued. */
  private outageUntil = 0;
  private readonly report = throttled(REPORT_MS, (failures, reason: string) => {
    logger.warn({ reason, failures }, 'Could not maintain delivery leases; will retry');
  });

  constructor(private readonly queue: Pick<DeliveryQueue, 'findExpiredLeases' | 'record'>) {}

  /** Records that the leases could not be maintained, because the database is unavailable. */
  sawOutage(error: unknown): void {
    this.outageUntil = performance.now() + OUTAGE_MS;
    this.report((error as Error).message);
  }

  /**
   * Records an unknown outcome for every delivery with an expired lease. Returns the number of rescued
   * deliveries.
   */
  async rescue(): Promise<number> {
    const expired = await this.queue.findExpiredLeases(); // also during an outage, to notice its end
    if (expired.length === 0 || performance.now() <= this.outageUntil) return 0;
    const count = await this.queue.record(expired.map(unknownOutcome));
    if (count > 0) logger.warn({ recovered: count }, 'Rescued deliveries of a lost worker');
    return count;
  }
}

function unknownOutcome(expired: ExpiredLease): AttemptRecord {
  return {
    ...expired,
    ...nextStep(expired, { success: false, unknown: true, retryAfterSeconds: null }),
    httpStatus: null,
    response: null,
    success: false,
    durationMs: null,
    inboxHeaders: null,
    errorMessage:
      'outcome_unknown: the worker was lost before it could record the outcome; the webhook is sent again under the same ID',
  };
}
