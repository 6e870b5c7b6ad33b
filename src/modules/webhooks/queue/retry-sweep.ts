import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { DueWork } from '../../../platform/jobs/due-work';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { Dispatcher } from '../delivery/dispatcher';
import { DeliveriesRepository } from './deliveries.repository';

const NAME = 'webhook-retries';
/** Deliveries per statement, which keeps it far below its timeout. */
const BATCH = 2000;
/** Interval at which a run of the test clock checks whether deliveries are still in flight. */
const CHECK_MS = 10;

/**
 * Queues due retries (docs/webhooks.md#retries). Not a due queue: one statement moves thousands of rows of all
 * organizations, and the worker then sends them.
 */
@Injectable()
export class RetrySweep {
  constructor(
    jobs: Jobs,
    dueWork: DueWork,
    private readonly transactions: Transactions,
    private readonly repository: DeliveriesRepository,
    private readonly dispatcher: Dispatcher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const run = () => this.run();
    jobs.scheduledJob({ name: NAME, schedule: SCHEDULES.webhookRetries, exclusive: false, run });
    dueWork.register({
      name: NAME,
      nextDueAt: () => this.nextDueAt(),
      runDue: () => this.runUntilDelivered(),
    });
  }

  /** Queues everything that is due. Returns the number of deliveries. */
  async run(): Promise<number> {
    let total = 0;
    for (let queued = BATCH; queued === BATCH; total += queued) {
      queued = await this.transactions.run((tx) =>
        this.repository.queueDueRetries(tx, this.clock.frozenAt(), BATCH),
      );
      if (queued > 0) this.dispatcher.wake();
    }
    return total;
  }

  /** For the test clock: queues what is due and waits until every attempt is recorded. */
  private async runUntilDelivered(): Promise<void> {
    await this.run();
    while ((await this.nextDueAt())?.getTime() === 0) await sleep(CHECK_MS);
  }

  /** Returns when the next retry is due; the epoch while something is queued or in flight. */
  private nextDueAt(): Promise<Date | null> {
    return this.repository.nextDueAt(this.transactions.reader);
  }
}
