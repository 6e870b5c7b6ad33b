import { logger } from '../../../platform/observability/logger';
import type { AttemptRecord, DeliveryQueue, ExpiredDelivery } from '../queue/delivery-queue';
import { nextStep } from '../webhook.rules';

/** How long an outage counts after its last sign: until the outcomes that waited for the database are recorded. */
const OUTAGE_MS = 3000;

/**
 * Rescues deliveries whose lease has expired because their worker was lost: records the attempt as unknown and queues the
 * delivery again (docs/webhooks.md#lost-deliveries). During an outage of the database, and shortly after one, it rescues
 * nothing: leases expire then although their workers are alive and have outcomes to record.
 */
export class LeaseRescuer {
  /** End of the outage (monotonic clock, ms). */
  private outageUntil = 0;

  constructor(private readonly queue: Pick<DeliveryQueue, 'findExpired' | 'record'>) {}

  /** The database did not respond. */
  sawOutage(): void {
    this.outageUntil = performance.now() + OUTAGE_MS;
  }

  /** Returns the number of rescued deliveries. */
  async rescue(): Promise<number> {
    const expired = await this.queue.findExpired(); // also during an outage, to notice its end
    if (expired.length === 0 || performance.now() <= this.outageUntil) return 0;
    const count = await this.queue.record(expired.map(unknownOutcome));
    if (count > 0) logger.warn({ rescued: count }, 'Rescued deliveries of a lost worker');
    return count;
  }
}

function unknownOutcome(expired: ExpiredDelivery): AttemptRecord {
  return {
    ...expired,
    ...nextStep(expired, { success: false, unknown: true, retryAfterSeconds: null }),
    httpStatus: null,
    response: null,
    durationMs: null,
    requestHeaders: null,
    responseHeaders: null,
    success: false,
    errorMessage:
      'outcome_unknown: the worker was lost before it could record the outcome; sent again under the same id',
  };
}
