import { logger } from '../../../platform/observability/logger';
import type { AttemptRecord, DeliveryQueue, ExpiredLease } from './delivery-queue';
import { nextStep } from '../webhook.rules';

/** How long after its last sign an outage counts as over: the waiting outcomes have been recorded by then. */
const OUTAGE_MS = 3000;

/**
 * Rescues deliveries whose worker was lost: records the attempt as unknown and queues the delivery again
 * (docs/webhooks.md). Pauses during and right after a database outage, when the leases of live workers expire although
 * their outcomes will still arrive.
 */
export class Rescuer {
  /** No delivery counts as lost before this time (monotonic clock, ms). */
  private outageUntil = 0;

  constructor(private readonly queue: Pick<DeliveryQueue, 'findExpiredLeases' | 'record'>) {}

  /** Records that the database did not respond. */
  sawOutage(): void {
    this.outageUntil = performance.now() + OUTAGE_MS;
  }

  /** Rescues lost deliveries. Returns their number. */
  async rescue(): Promise<number> {
    const expired = await this.queue.findExpiredLeases(); // runs during an outage too, to notice when it ends
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
    errorMessage:
      'outcome_unknown: the worker was lost before it could record the outcome; the webhook is sent again under the same ID',
  };
}
