import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { logger } from '../../../platform/observability/logger';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { Outbox } from '../../../platform/outbox/outbox';
import { EndpointDeleted, type ChangedEndpoint } from '../../webhook-endpoints';
import { DeliveriesRepository } from './deliveries.repository';

/** Deliveries per statement. */
const BATCH = 1000;
/** Deletions that are checked for leftovers of a crash. */
const RECENT_MS = 24 * 60 * 60 * 1000;

/** Fails the outstanding deliveries of deleted endpoints: the first batch with the deletion, the others after it. */
@Injectable()
export class DeletedEndpoints implements OnModuleInit {
  constructor(
    jobs: Jobs,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly repository: DeliveriesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const run = () => this.failLeftovers();
    jobs.scheduledJob({
      name: 'deleted-endpoints',
      schedule: SCHEDULES.deletedEndpoints,
      exclusive: true,
      run,
    });
  }

  onModuleInit(): void {
    this.outbox.on(EndpointDeleted, async (tx, endpoint) => {
      const failed = await this.failBatch(tx, endpoint);
      if (failed === BATCH) this.transactions.afterCommit(tx, () => void this.failRest(endpoint));
    });
  }

  /** Fails the deliveries that a crash between two batches has left outstanding. */
  async failLeftovers(): Promise<void> {
    const since = new Date(this.clock.now().getTime() - RECENT_MS);
    for (const endpoint of await this.repository.orphanedEndpoints(this.transactions.reader, since)) {
      await this.failRest(endpoint);
    }
  }

  private async failRest(endpoint: ChangedEndpoint): Promise<void> {
    try {
      for (let failed = BATCH; failed === BATCH;) {
        failed = await this.transactions.runFor(endpoint.organizationId, (tx) =>
          this.failBatch(tx, endpoint),
        );
      }
    } catch (error) {
      logger.warn(
        { reason: (error as Error).message, webhook_endpoint_id: endpoint.id },
        'Could not fail the deliveries of a deleted endpoint; the scheduled job retries',
      );
    }
  }

  private failBatch(tx: Transaction, endpoint: ChangedEndpoint): Promise<number> {
    return this.repository.failOutstanding(tx, endpoint, this.clock.frozenAt(), BATCH);
  }
}
