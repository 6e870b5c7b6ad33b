import { Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../../platform/database/transactions';
import { NotFoundError } from '../../../platform/errors/app-error';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { windowsWithin, type PartitionWindow } from '../../../platform/partitions/partition-windows.rules';
import { Partitions } from '../../../platform/partitions/partitions';
import { MAX_AHEAD_MS } from '../ingestion/event-check';
import type { UsageEvent } from '../usage-event';
import { EventsRepository, type EventFilters, type EventsRead } from './events.repository';

/** Filters as a request gives them. */
export interface EventQuery {
  externalCustomerId: string | undefined;
  externalSubscriptionId: string | undefined;
  code: string | undefined;
  charged: boolean | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

/** Reads stored usage events (docs/billing-rules.md#usage-events). */
@Injectable()
export class EventsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: EventsRepository,
    private readonly partitions: Partitions,
  ) {}

  /** @throws NotFoundError */
  async get(caller: Caller, id: string): Promise<UsageEvent> {
    const event = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, id),
    );
    if (event === null) throw new NotFoundError('event');
    return event;
  }

  /** An external id or code that does not exist is a filter that no event matches. */
  async list(caller: Caller, filters: EventQuery, query: PageQuery): Promise<Page<UsageEvent>> {
    const { organizationId } = caller;
    const windows = windowsOf(await this.partitions.windowsOf('usage_events'), filters);
    return this.read(caller, windows, async (read) => {
      const found = await read.run((tx) => this.find(tx, organizationId, filters));
      return this.repository.list(read, organizationId, { ...filters, ...found }, query);
    });
  }

  /** Several windows are a transaction each, so that the locks of a window end with it. */
  private read<T>(
    caller: Caller,
    windows: readonly PartitionWindow[],
    work: (read: EventsRead) => Promise<T>,
  ): Promise<T> {
    const run: EventsRead['run'] = (it) => this.transactions.reportFor(caller, it);
    if (windows.length > 1) return work({ windows, run });
    return run((tx) => work({ windows, run: (it) => it(tx) }));
  }

  /** Returns what the external ids and the code of a filter mean. */
  private async find(
    tx: Transaction,
    organizationId: string,
    { externalCustomerId, externalSubscriptionId, code }: EventQuery,
  ): Promise<Pick<EventFilters, 'subscriptionIds' | 'metricIds'>> {
    const anySubscription = externalCustomerId === undefined && externalSubscriptionId === undefined;
    const external = { externalCustomerId, externalSubscriptionId };
    return {
      subscriptionIds: anySubscription
        ? undefined
        : await this.repository.findSubscriptionIds(tx, organizationId, external),
      metricIds:
        code === undefined ? undefined : await this.repository.findMetricIds(tx, organizationId, code),
    };
  }
}

/**
 * Returns the windows that may have events of these times: an event arrives at most five minutes before its timestamp, and
 * at any time after it. Ids from before the partitions may have another time than that of their arrival.
 */
function windowsOf(windows: readonly PartitionWindow[], { from }: EventQuery): PartitionWindow[] {
  const earliest = from === undefined ? undefined : new Date(from.getTime() - MAX_AHEAD_MS);
  const within = new Set(windowsWithin(windows, { from: earliest, to: undefined }));
  return windows.filter((it) => within.has(it) || (it.from === null && it.legacyEnd !== null));
}
