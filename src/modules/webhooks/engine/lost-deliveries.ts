import { logger } from '../../../platform/observability/logger';
import type { AttemptRecord, DeliveryQueue, LapsedDelivery } from './delivery-queue';
import { nextStep } from '../webhook.rules';

/** An outage counts for so long after its last sign: until the outcomes that waited for the database are recorded. */
const OUTAGE_MS = 3000;

/**
 * Takes up deliveries whose worker was lost: the attempt is on record as unknown, and they go out again
 * (architecture.md, Delivery engine). Not while or just after the database was away: then leases run out that living
 * workers hold, and their outcomes come.
 */
export class LostDeliveries {
  /** Until then (monotonic) nothing is taken for lost. */
  private outageUntil = 0;

  constructor(private readonly queue: Pick<DeliveryQueue, 'findLapsed' | 'record'>) {}

  /** The database did not answer. */
  sawOutage(): void {
    this.outageUntil = performance.now() + OUTAGE_MS;
  }

  /** Answers how many were taken up. */
  async takeUp(): Promise<number> {
    const lapsed = await this.queue.findLapsed(); // also during an outage: it lasts for as long as this fails
    if (lapsed.length === 0 || performance.now() <= this.outageUntil) return 0;
    const count = await this.queue.record(lapsed.map(unknownOutcome));
    if (count > 0) logger.warn({ recovered: count }, 'Took up deliveries of a lost worker');
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
      'outcome_unknown: the worker was lost before it could record the outcome; sent again under the same id',
  };
}
