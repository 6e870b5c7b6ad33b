import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { InvalidStateError, NotFoundError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { Outbox } from '../../platform/outbox/outbox';
import { EndpointActivated } from '../webhook-endpoints';
import { Dispatcher } from './delivery/dispatcher';
import type { WebhookFilters } from './history/delivery-filters';
import type { WebhookRecord } from './history/delivery-record.query';
import { WebhookQueriesRepository, type EndpointStats } from './history/webhook-queries.repository';
import { DeliveriesRepository, ERASED } from './queue/deliveries.repository';
import type { WebhookAttemptEntity } from './webhook-attempt.entity';

/** Use cases of deliveries (docs/webhooks.md#retries). */
@Injectable()
export class WebhooksService implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: DeliveriesRepository,
    private readonly queries: WebhookQueriesRepository,
    private readonly outbox: Outbox,
    private readonly dispatcher: Dispatcher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.outbox.on(EndpointActivated, (tx) => {
      this.transactions.afterCommit(tx, this.dispatcher.wake);
      return Promise.resolve();
    });
  }

  list(
    caller: Caller,
    filters: WebhookFilters,
    query: PageQuery<'created_at' | 'updated_at'>,
  ): Promise<Page<WebhookRecord>> {
    const run = <T>(work: (tx: Transaction) => Promise<T>) => this.transactions.reportFor(caller, work);
    return this.queries.list(run, caller.organizationId, filters, query);
  }

  get(caller: Caller, id: string): Promise<WebhookRecord> {
    return this.transactions.readFor(caller, async (tx) =>
      found(await this.queries.find(tx, caller.organizationId, id)),
    );
  }

  attempts(caller: Caller, id: string): Promise<{ kind: string; attempts: WebhookAttemptEntity[] }> {
    const { organizationId } = caller;
    return this.transactions.readFor(caller, async (tx) => {
      const { webhookType: kind } = found(await this.queries.find(tx, organizationId, id));
      return { kind, attempts: await this.queries.attempts(tx, organizationId, id) };
    });
  }

  stats(caller: Caller): Promise<EndpointStats[]> {
    return this.transactions.readFor(caller, (tx) => this.queries.stats(tx, caller.organizationId));
  }

  /**
   * Retries a failed delivery immediately (docs/webhooks.md#manual-retry).
   *
   * @throws InvalidStateError unless the delivery is failed and its endpoint exists.
   */
  retry(caller: Caller, id: string): Promise<WebhookRecord> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const queued = await this.repository.queueManualRetry(tx, organizationId, id, this.clock.frozenAt());
      const record = found(await this.queries.find(tx, organizationId, id));
      if (!queued) throw new InvalidStateError(whyNot(record));
      this.transactions.afterCommit(tx, this.dispatcher.wake);
      return record;
    });
  }
}

function found(record: WebhookRecord | null): WebhookRecord {
  if (record === null) throw new NotFoundError('webhook');
  return record;
}

function whyNot(record: WebhookRecord): string {
  if (record.errorMessage === ERASED)
    return 'The delivery was erased with its customer; it cannot be retried.';
  if (record.status === 'failed') return "The webhook's endpoint has been deleted; it cannot be retried.";
  return `Only failed webhooks can be retried; this one is ${record.status}.`;
}
