import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable, isRetryableConflict } from '../../../platform/database/pg-errors';
import { statementsIn } from '../../../platform/database/prepared-statement';
import { Transactions } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { UsageFollowersJobs } from '../usage-followers.jobs';
import type { EventInput } from './event-input';
import { GroupCommit } from './group-commit';
import { ingest, type Ingested } from './ingest';
import { lanesOf } from './lanes';
import { IngestionDatabase } from './ingestion-database';

const ATTEMPTS = 4;

/** Takes usage in (billing-rules.md, Usage events). What it answers is durable. */
@Injectable()
export class IngestionService {
  private readonly commits: GroupCommit<EventInput, Ingested>;

  constructor(
    private readonly database: IngestionDatabase,
    private readonly transactions: Transactions,
    private readonly followers: UsageFollowersJobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.commits = new GroupCommit(
      (lane, inputs) => this.write(lane.slice(0, lane.indexOf('/')), inputs),
      isDatabaseUnavailable,
    );
  }

  /** Answers one outcome per event, in the same order. */
  async ingest(organizationId: string, inputs: readonly EventInput[]): Promise<Ingested[]> {
    const enclosing = this.transactions.enclosing;
    if (enclosing === null) return this.submit(organizationId, inputs);
    // With an Idempotency-Key: one commit with the answer that is kept.
    const outcomes = await ingest(statementsIn(enclosing), organizationId, inputs, this.clock.now());
    this.transactions.afterCommit(this.followers.wake);
    return outcomes;
  }

  /** A request may be split over transactions: each event stands for itself, also when another one fails. */
  private async submit(organizationId: string, inputs: readonly EventInput[]): Promise<Ingested[]> {
    const shares = lanesOf(inputs);
    const parts = await Promise.all(
      shares.map((share) => this.commits.submit(`${organizationId}/${share.lane}`, share.inputs)),
    );
    const outcomes = new Array<Ingested>(inputs.length);
    for (const [index, { places }] of shares.entries()) {
      for (const [at, place] of places.entries()) {
        const outcome = parts[index]?.[at];
        if (outcome !== undefined) outcomes[place] = outcome;
      }
    }
    return outcomes;
  }

  private async write(organizationId: string, inputs: readonly EventInput[]): Promise<Ingested[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        const now = this.clock.now();
        const outcomes = await this.database.transaction((sql) => ingest(sql, organizationId, inputs, now));
        if (outcomes.some((it) => it.status === 'accepted')) this.followers.wake();
        return outcomes;
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryableConflict(error)) throw error;
      }
    }
  }
}
