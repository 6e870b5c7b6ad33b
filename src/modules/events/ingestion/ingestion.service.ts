import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable, isRetryableConflict } from '../../../platform/database/pg-errors';
import { statementsIn } from '../../../platform/database/prepared-statement';
import { Transactions } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { UsageFollowersJobs } from '../usage-followers.jobs';
import type { EventInput } from './event-input';
import { GroupCommit } from './group-commit';
import { ingest, type Ingested } from './ingest';
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
      (organizationId, inputs) => this.write(organizationId, inputs),
      isDatabaseUnavailable,
    );
  }

  /** Answers one outcome per event, in the same order. */
  async ingest(organizationId: string, inputs: readonly EventInput[]): Promise<Ingested[]> {
    const enclosing = this.transactions.enclosing;
    if (enclosing === null) return this.commits.submit(organizationId, inputs);
    // With an Idempotency-Key: one commit with the answer that is kept.
    const outcomes = await ingest(statementsIn(enclosing), organizationId, inputs, this.clock.now());
    this.transactions.afterCommit(this.followers.wake);
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
