import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Transactions } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { EventKeysRepository } from './event-keys.repository';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes the keys of usage events older than USAGE_DEDUP_DAYS, from which on a transaction_id counts as a new event. */
@Injectable()
export class EventKeyRetention {
  constructor(
    jobs: Jobs,
    private readonly transactions: Transactions,
    private readonly repository: EventKeysRepository,
    @Inject(CONFIG) private readonly config: Pick<Config, 'usageDedupDays'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const run = (): Promise<void> => this.run();
    jobs.scheduledJob({ name: 'usage-event-keys', schedule: SCHEDULES.usageEventKeys, exclusive: true, run });
  }

  /** Runs the job once. */
  async run(): Promise<void> {
    const { usageDedupDays } = this.config;
    if (usageDedupDays === null) return;
    if (await this.transactions.run((tx) => this.repository.isFirstPartitionInUse(tx))) return;
    const before = new Date(this.clock.now().getTime() - usageDedupDays * DAY_MS);
    for (let page: number | null = 0; page !== null;) {
      const from: number = page;
      page = await this.transactions.run((tx) => this.repository.deleteBefore(tx, before, from));
    }
  }
}
