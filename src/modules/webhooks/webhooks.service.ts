import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { InvalidStateError, NotFoundError } from '../../platform/errors/app-error';
import { logger } from '../../platform/observability/logger';
import type { Page, PageQuery } from '../../platform/http/paging';
import type { EndpointChange, EndpointListener } from '../webhook-endpoints';
import { DeliveryNotifier } from './engine/delivery-notifier';
import type { WebhookFilters } from './delivery-filters';
import type { WebhookAttemptEntity } from './webhook-attempt.entity';
import {
  WebhookQueriesRepository,
  type EndpointStats,
  type WebhookRecord,
} from './webhook-queries.repository';
import { WebhooksRepository } from './webhooks.repository';

/** Small enough that each statement ends before the statement timeout. */
const SWEEP_BATCH = 2000;
const FAIL_BATCH = 1000;
const ORPHAN_WINDOW_MS = 24 * 60 * 60 * 1000;

/** Lists and retries deliveries, and fails those of deleted endpoints (docs/webhooks.md). */
@Injectable()
export class WebhooksService implements EndpointListener {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: WebhooksRepository,
    private readonly queries: WebhookQueriesRepository,
    private readonly notifier: DeliveryNotifier,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onChange(
    tx: Transaction,
    endpoint: { organizationId: string; id: string },
    change: EndpointChange,
  ): Promise<void> {
    if (change === 'activated') this.transactions.afterCommit(this.notifier.wake);
    if (change !== 'deleted') return;
    const failed = await this.repository.failOutstanding(tx, endpoint, this.clock.frozenAt(), FAIL_BATCH);
    if (failed === FAIL_BATCH) this.transactions.afterCommit(() => void this.failRest(endpoint));
  }

  list(
    organizationId: string,
    filters: WebhookFilters,
    query: PageQuery<'created_at' | 'updated_at'>,
  ): Promise<Page<WebhookRecord>> {
    return this.transactions.readFor(organizationId, (tx) =>
      this.queries.list(tx, organizationId, filters, query),
    );
  }

  async get(organizationId: string, id: string): Promise<WebhookRecord> {
    const record = await this.transactions.readFor(organizationId, (tx) =>
      this.queries.find(tx, organizationId, id),
    );
    if (record === null) throw new NotFoundError('webhook');
    return record;
  }

  async attempts(organizationId: string, id: string): Promise<WebhookAttemptEntity[]> {
    await this.get(organizationId, id);
    return this.transactions.readFor(organizationId, (tx) => this.queries.attempts(tx, organizationId, id));
  }

  stats(organizationId: string): Promise<EndpointStats[]> {
    return this.transactions.readFor(organizationId, (tx) => this.queries.stats(tx, organizationId));
  }

  /**
   * Queues a failed delivery for an immediate attempt (docs/webhooks.md).
   *
   * @throws NotFoundError
   * @throws InvalidStateError unless the delivery is failed and its endpoint exists
   */
  async retry(organizationId: string, id: string): Promise<WebhookRecord> {
    await this.get(organizationId, id);
    return this.transactions.runFor(organizationId, async (tx) => {
      const queued = await this.repository.queueManualRetry(tx, organizationId, id, this.clock.frozenAt());
      const record = await this.queries.find(tx, organizationId, id);
      if (record === null) throw new NotFoundError('webhook');
      if (!queued) throw new InvalidStateError(whyNot(record));
      this.transactions.afterCommit(this.notifier.wake);
      return record;
    });
  }

  /**
   * Queues all due retries, in batches, and fails the remaining deliveries of deleted endpoints. Returns the
   * number of queued retries.
   */
  async queueDueRetries(): Promise<number> {
    let total = 0;
    for (let moved = SWEEP_BATCH; moved === SWEEP_BATCH; total += moved) {
      moved = await this.transactions.run((tx) =>
        this.repository.queueDueRetries(tx, this.clock.frozenAt(), SWEEP_BATCH),
      );
      if (moved > 0) this.notifier.wake();
    }
    await this.failOrphans();
    return total;
  }

  /**
   * Returns when the next retry is due; the epoch if a delivery can be sent now or is in flight; null if
   * there is none.
   */
  nextDueAt(): Promise<Date | null> {
    return this.repository.nextDueAt(this.transactions.reader);
  }

  /**
   * Fails pending deliveries of recently deleted endpoints that `failRest` did not reach because of a crash.
   */
  private async failOrphans(): Promise<void> {
    const since = new Date(this.clock.now().getTime() - ORPHAN_WINDOW_MS);
    for (const endpoint of await this.repository.orphanedEndpoints(this.transactions.reader, since)) {
      await this.failRest(endpoint);
    }
  }

  /**
   * Fails the remaining pending deliveries of a deleted endpoint, in batches to keep each statement short.
   */
  private async failRest(endpoint: { organizationId: string; id: string }): Promise<void> {
    try {
      for (let failed = FAIL_BATCH; failed === FAIL_BATCH;) {
        failed = await this.transactions.runFor(endpoint.organizationId, (tx) =>
          this.repository.failOutstanding(tx, endpoint, this.clock.frozenAt(), FAIL_BATCH),
        );
      }
    } catch (error) {
      logger.warn(
        { reason: (error as Error).message },
        'Could not fail all deliveries of a deleted endpoint; the next sweep continues',
      );
    }
  }
}

function whyNot(record: WebhookRecord): string {
  if (record.status === 'failed') return 'The endpoint of this webhook was deleted, so it cannot be retried.';
  return `Only failed webhooks can be retried; this one is ${record.status}.`;
}
