import { logger } from '../../../platform/observability/logger';
import type { AttemptRecord, DeliveryQueue, LapsedDelivery } from './delivery-queue';
import { nextStep } from '../webhook.rules';

/** An outage lasts this long after its last sign: until the outcomes that waited for the database are recorded. */
const OUTAGE_MS = 3000;

/**
 * Rescues deliveries whose worker was lost: records the attempt as unknown and queues the delivery again
 * (docs/webhooks.md). Not during or right after an outage of the database: then leases of living workers expire, whose
 * outcomes will still arrive.
 */
export class LostDeliveries {
  /** Before this time (monotonic clock, ms) no delivery counts as lost. */
  private outageUntil = 0;

  constructor(private readonly queue: Pick<DeliveryQueue, 'findLapsed' | 'record'>) {}

  /** The database did not respond. */
  sawOutage(): void {
    this.outageUntil = performance.now() + OUTAGE_MS;
  }

  /** Returns the number of rescued deliveries. */
  async takeUp(): Promise<number> {
    const lapsed = await this.queue.findLapsed(); // also during an outage, which lasts as long as this fails
    if (lapsed.length === 0 || performance.now() <= this.outageUntil) return 0;
    const count = await this.queue.record(lapsed.map(unknownOutcome));
    if (count > 0) logger.warn({ recovered: count }, 'Rescued deliveries of a lost worker');
    return count;
  }
}

function unknownOutcome(lapsed: LapsedDelivery): AttemptRecord {
  return {
    ...lapsed,
    ...nextStep(lapsed, { success: false, unknown: true, retryAfterSeconds: null }),
    httpStatus: null,
    response: null,
    success: false,
    errorMessage:
      'outcome_unknown: the worker was lost before it could record the outcome; the webhook is sent again under the same ID',
  };
}
