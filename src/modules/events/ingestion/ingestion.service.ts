import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Batcher, REQUEST_WAIT_MS } from '../../../platform/batching/batcher';
import { isDatabaseUnavailable, isRetryableConflict } from '../../../platform/database/pg-errors';
import { statementsIn } from '../../../platform/database/prepared-statement';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { UnauthorizedError } from '../../../platform/errors/app-error';
import { UsageConsumersWorker } from '../consumers/usage-consumers.worker';
import { splitByQueue } from './commit-queues';
import { IngestionDatabase } from './ingestion-database';
import { countOutcomes } from './ingestion-metrics';
import type { ReceivedEvent, UsageEventInput } from './received-event';
import { storeEvents, type EventOutcome, type StoreOutcome } from './store-events';

const ATTEMPTS = 4;
/** Large enough to share the cost of a transaction, and small enough to read requests while PostgreSQL stores others. */
const MAX_BATCH_EVENTS = 300;
/** How long a transaction waits for the callers that have just been served, because they often come right back. */
const REGATHER_MS = 2;
const MAX_QUEUES = 10_000;

/** Stores usage events durably (docs/billing-rules.md#usage-events). */
@Injectable()
export class IngestionService {
  /** The commit queues, by organization and number. Forgetting one costs concurrent transactions for a moment. */
  private readonly queues = new LRUCache<string, Batcher<readonly ReceivedEvent[], StoreOutcome[]>>({
    max: MAX_QUEUES,
  });

  constructor(
    private readonly database: IngestionDatabase,
    private readonly transactions: Transactions,
    private readonly consumers: UsageConsumersWorker,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores events of one request and returns one outcome per event, in the same order. Each event stands for itself,
   * whatever happens to the others.
   *
   * @param keyHash of an API key to check in the transaction that stores the events.
   * @throws UnauthorizedError if that key is not usable any more.
   */
  async ingest(
    { organizationId, tx }: Caller,
    inputs: readonly UsageEventInput[],
    keyHash: string | null = null,
  ): Promise<EventOutcome[]> {
    const events = inputs.map((input) => ({ input, keyHash }));
    if (tx === undefined) return authorized(await this.submit(organizationId, events));
    // With an Idempotency-Key: one commit with the stored response.
    const outcomes = await storeEvents(statementsIn(tx), organizationId, events, this.clock.now());
    this.transactions.afterCommit(tx, this.consumers.wake);
    this.transactions.afterCommit(tx, () => {
      countOutcomes(outcomes);
    });
    return authorized(outcomes);
  }

  /** Splits the events over the commit queues of the organization and puts the outcomes back in order. */
  private async submit(organizationId: string, events: readonly ReceivedEvent[]): Promise<StoreOutcome[]> {
    const shares = splitByQueue(events);
    const stored = await Promise.all(
      shares.map((share) => this.queueOf(organizationId, share.queue).add(share.events)),
    );
    const outcomes = new Array<StoreOutcome>(events.length);
    for (const [share, { indexes }] of shares.entries()) {
      for (const [position, index] of indexes.entries()) {
        const outcome = stored[share]?.[position];
        if (outcome !== undefined) outcomes[index] = outcome;
      }
    }
    return outcomes;
  }

  private queueOf(organizationId: string, number: number): Batcher<readonly ReceivedEvent[], StoreOutcome[]> {
    const key = `${organizationId}/${number}`;
    const known = this.queues.get(key);
    if (known !== undefined) return known;
    const queue = new Batcher<readonly ReceivedEvent[], StoreOutcome[]>({
      write: (shares, since) => this.storeShares(organizationId, shares, since),
      sizeOf: (events) => events.length,
      maxSize: MAX_BATCH_EVENTS,
      regatherMs: REGATHER_MS,
      maxWaitMs: REQUEST_WAIT_MS,
      isShared: isDatabaseUnavailable,
    });
    this.queues.set(key, queue);
    return queue;
  }

  /** Stores the shares of several requests in one transaction. */
  private async storeShares(
    organizationId: string,
    shares: readonly (readonly ReceivedEvent[])[],
    since: number,
  ): Promise<StoreOutcome[][]> {
    const outcomes = await this.store(organizationId, shares.flat(), since);
    let from = 0;
    return shares.map(({ length }) => outcomes.slice(from, (from += length)));
  }

  private async store(
    organizationId: string,
    events: readonly ReceivedEvent[],
    since: number,
  ): Promise<StoreOutcome[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        const now = this.clock.now();
        const outcomes = await this.database.transaction(
          organizationId,
          (sql) => storeEvents(sql, organizationId, events, now),
          since,
        );
        countOutcomes(outcomes);
        if (outcomes.some((it) => it.status === 'accepted')) this.consumers.wake();
        return outcomes;
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryableConflict(error)) throw error;
      }
    }
  }
}

/** All events of a request have the same key. */
function authorized(outcomes: readonly StoreOutcome[]): EventOutcome[] {
  return outcomes.map((it) => {
    if (it.status === 'unauthorized') throw new UnauthorizedError();
    return it;
  });
}
