import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import type { DueQueue } from '../../../platform/jobs/due-queue';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { Dispatcher } from '../delivery/dispatcher';
import { RecoveriesRepository } from './recoveries.repository';
import type { RecoveryEntity } from './recovery.entity';

const NAME = 'webhook-recoveries';
/** Deliveries per step, and the pause between two steps: new events are not held up for long behind old ones. */
export const STEP_SIZE = 200;
const STEP_MS = 1000;

/** Retries the failed deliveries of endpoints step by step (docs/webhooks.md#recovery). A crash undoes at most a step. */
@Injectable()
export class RecoveryJob implements OnApplicationShutdown {
  private readonly queue: DueQueue<RecoveryEntity>;
  private nextStep: NodeJS.Timeout | undefined;

  constructor(
    jobs: Jobs,
    private readonly transactions: Transactions,
    private readonly repository: RecoveriesRepository,
    private readonly dispatcher: Dispatcher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.queue = jobs.dueQueue<RecoveryEntity>({
      name: NAME,
      schedule: SCHEDULES.webhookRecoveries,
      nextDueAt: (reader, now) => this.repository.nextRunAt(reader, NAME, now),
      claim: (tx, now) => this.repository.claimDue(tx, NAME, now),
      act: (tx, recoveries) => this.act(tx, recoveries),
    });
  }

  /** A recovery was requested and committed. A stable function, so that one commit calls it once. */
  readonly wake = (): void => {
    this.queue.wake();
  };

  onApplicationShutdown(): void {
    clearTimeout(this.nextStep);
  }

  /** Takes the next step of a recovery, which is due again after a pause until no delivery is left. */
  private async act(tx: Transaction, [recovery]: readonly RecoveryEntity[]): Promise<void> {
    if (recovery === undefined) return;
    const now = this.clock.now();
    const queued = await this.repository.queueNext(tx, recovery, STEP_SIZE, this.clock.frozenAt());
    const isOver = queued.length < STEP_SIZE;
    await this.repository.update(tx, {
      ...recovery,
      retried: recovery.retried + queued.length,
      lastDeliveryId: queued.at(-1) ?? recovery.lastDeliveryId,
      nextRunAt: isOver ? null : new Date(now.getTime() + STEP_MS),
      completedAt: isOver ? now : null,
      updatedAt: now,
    });
    if (queued.length > 0) this.transactions.afterCommit(tx, this.dispatcher.wake);
    if (!isOver) this.transactions.afterCommit(tx, this.wakeLater);
  }

  /** The schedule, once a minute, is for steps that a crash has left. */
  private readonly wakeLater = (): void => {
    clearTimeout(this.nextStep);
    this.nextStep = setTimeout(this.wake, STEP_MS);
    this.nextStep.unref();
  };
}
