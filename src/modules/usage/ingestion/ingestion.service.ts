import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Deadline, currentDeadline } from '../../../platform/database/deadline';
import { isDatabaseUnavailable, isRetryableConflict } from '../../../platform/database/pg-errors';
import { statementsIn } from '../../../platform/database/prepared-statement';
import { Transactions } from '../../../platform/database/transactions';
import { WriteFailures } from '../../../platform/database/write-failures';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { UnauthorizedError } from '../../../platform/errors/app-error';
import { UsageListenersJobs } from '../usage-listeners.jobs';
import type { Arrival, EventInput } from './event-input';
import { GroupCommit } from './group-commit';
import { ingest, type Ingested } from './ingest';
import { shardsOf } from './shards';
import { IngestionDatabase } from './ingestion-database';

const ATTEMPTS = 4;

/** How the events of a request are stored. */
export interface IngestionOptions {
  /** Hash of an API key to check in the transaction that stores the events; null if it has been checked. */
  keyHash?: string | null;
  /** Until when; by default, that of the current request. */
  deadline?: Deadline | undefined;
}

/** The outcome of an event, once the request is authorized. */
export type AuthorizedOutcome = Exclude<Ingested, { status: 'unauthorized' }>;

/** Stores usage events durably (docs/billing-rules.md). */
@Injectable()
export class IngestionService {
  private readonly commits: GroupCommit<Arrival, Ingested>;

  constructor(
    private readonly database: IngestionDatabase,
    private readonly transactions: Transactions,
    private readonly writeFailures: WriteFailures,
    private readonly listeners: UsageListenersJobs,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.commits = new GroupCommit(
      (queue, arrivals, deadline) => this.write(queue.slice(0, queue.indexOf('/')), arrivals, deadline),
      isDatabaseUnavailable,
    );
  }

  /**
   * Stores events of one request and returns one outcome per event, in the same order.
   *
   * @throws UnauthorizedError if the key to check is no longer usable.
   */
  async ingest(
    organizationId: string,
    inputs: readonly EventInput[],
    { keyHash = null, deadline = this.deadline() }: IngestionOptions = {},
  ): Promise<AuthorizedOutcome[]> {
    const arrivals = inputs.map((input) => ({ input, keyHash }));
    const enclosing = this.transactions.enclosing;
    if (enclosing === null) return authorizedOutcomes(await this.submit(organizationId, arrivals, deadline));
    // With an Idempotency-Key, the events and the stored response are committed together.
    const outcomes = await ingest(statementsIn(enclosing), organizationId, arrivals, this.clock.now());
    this.transactions.afterCommit(this.listeners.wake);
    return authorizedOutcomes(outcomes);
  }

  /**
   * Splits the events of a request across transactions and restores the order of the outcomes. Events are independent:
   * those of one transaction stay stored if another transaction fails.
   */
  private async submit(
    organizationId: string,
    arrivals: readonly Arrival[],
    deadline: Deadline,
  ): Promise<Ingested[]> {
    const shards = shardsOf(arrivals);
    const parts = await Promise.all(
      shards.map((shard) =>
        this.commits.submit(`${organizationId}/${shard.index}`, shard.arrivals, deadline),
      ),
    );
    const outcomes = new Array<Ingested>(arrivals.length);
    for (const [index, { positions }] of shards.entries()) {
      for (const [at, position] of positions.entries()) {
        const outcome = parts[index]?.[at];
        if (outcome !== undefined) outcomes[position] = outcome;
      }
    }
    return outcomes;
  }

  private deadline(): Deadline {
    return currentDeadline() ?? new Deadline(this.config.database.timeoutMs);
  }

  private async write(
    organizationId: string,
    arrivals: readonly Arrival[],
    deadline: Deadline,
  ): Promise<Ingested[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.writeFailures.watch(async (wrote) => {
          const now = this.clock.now();
          const outcomes = await this.database.transaction(deadline, (sql) =>
            ingest(sql, organizationId, arrivals, now),
          );
          if (outcomes.some((it) => it.status === 'accepted')) {
            wrote();
            this.listeners.wake();
          }
          return outcomes;
        });
      } catch (error) {
        if (attempt === ATTEMPTS || deadline.isPast || !isRetryableConflict(error)) throw error;
      }
    }
  }
}

/**
 * Returns the outcomes; all events of a request have the same key.
 *
 * @throws UnauthorizedError if it is not usable.
 */
function authorizedOutcomes(outcomes: readonly Ingested[]): AuthorizedOutcome[] {
  return outcomes.map((it) => {
    if (it.status === 'unauthorized') throw new UnauthorizedError();
    return it;
  });
}
