import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { Jobs } from '../../platform/jobs/jobs';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { EmailsRepository } from './emails.repository';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Messages per statement: each may have many megabytes. */
const BATCH = 100;

/** Deletes the messages of e-mails older than RETENTION_DAYS. The e-mails themselves remain. */
@Injectable()
export class EmailRetention {
  constructor(
    jobs: Jobs,
    private readonly transactions: Transactions,
    private readonly repository: EmailsRepository,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retentionDays'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const run = (): Promise<void> => this.run();
    jobs.scheduledJob({ name: 'email-retention', schedule: SCHEDULES.emailRetention, exclusive: false, run });
  }

  async run(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - this.config.retentionDays * DAY_MS);
    for (let deleted = BATCH; deleted === BATCH;) {
      deleted = await this.transactions.run((tx) => this.repository.deleteMessagesBefore(tx, before, BATCH));
    }
  }
}
