import { Injectable } from '@nestjs/common';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import type { WalletEntity } from '../wallet.entity';
import { GrantPeriods } from './grant-periods';
import { QUEUE, RecurringGrantsRepository } from './recurring-grants.repository';

/** Adds the credits of recurring grants when their periods begin (docs/billing-rules.md#recurring-grants). */
@Injectable()
export class RecurringGrants {
  constructor(jobs: Jobs, repository: RecurringGrantsRepository, periods: GrantPeriods) {
    jobs.dueQueue<WalletEntity>({
      name: QUEUE,
      schedule: SCHEDULES.recurringGrants,
      nextDueAt: (reader, now) => repository.nextDueAt(reader, now),
      claim: (tx, now, limit) => repository.claim(tx, now, limit),
      act: async (tx, due) => {
        for (const wallet of due) await periods.beginDue(tx, wallet);
      },
    });
  }
}
