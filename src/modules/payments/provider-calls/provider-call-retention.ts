import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Transactions } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { ProviderCallsRepository } from './provider-calls.repository';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes calls of payment providers that are older than RETENTION_DAYS, in batches. */
@Injectable()
export class ProviderCallRetention {
  constructor(
    jobs: Jobs,
    private readonly transactions: Transactions,
    private readonly repository: ProviderCallsRepository,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const run = () => this.run();
    const schedule = SCHEDULES.providerCallRetention;
    jobs.scheduledJob({ name: 'provider-call-retention', schedule, exclusive: false, run });
  }

  /** Returns the number of deleted rows. */
  async run(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - this.config.retentionDays * DAY_MS);
    let total = 0;
    for (let batch = -1; batch !== 0; total += batch) {
      batch = await this.transactions.run((tx) => this.repository.deleteBefore(tx, before));
    }
    return total;
  }
}
