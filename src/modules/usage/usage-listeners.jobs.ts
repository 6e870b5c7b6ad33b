import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { logFailure } from '../../platform/database/log-failure';
import { Transactions } from '../../platform/database/transactions';
import { DueWork } from '../../platform/jobs/due-work';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { WakeableJobs, type WakeableJob } from '../../platform/jobs/wakeable-job';
import { UsageListeners } from './usage-listeners';

const CHANNEL = 'usage_followers';
/** Pause between two rounds, so that the listeners of a busy period run twice a second instead of continuously. */
const PAUSE_MS = 500;

/**
 * Runs the listeners for new usage: right after a commit, on a notification from another process, and every few seconds.
 */
@Injectable()
export class UsageListenersJobs implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: WakeableJob;

  constructor(
    private readonly listeners: UsageListeners,
    private readonly dueWork: DueWork,
    private readonly transactions: Transactions,
    wakeableJobs: WakeableJobs,
  ) {
    this.job = wakeableJobs.create(CHANNEL, (signal) => this.run(signal));
  }

  onModuleInit(): void {
    this.dueWork.register({
      name: 'usage-listeners',
      nextDueAt: async () => ((await this.listeners.hasUnprocessed()) ? new Date(0) : null),
      runDue: () => this.runDue(),
    });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  /** Wakes the listeners when the enclosing transaction, which has counted usage, has committed. */
  wakeAfterCommit(): void {
    if (this.transactions.enclosing !== null) this.transactions.afterCommit(this.wake);
  }

  /** Wakes the listeners after usage was counted and committed. */
  get wake(): () => void {
    return this.job.wake;
  }

  @Cron(SCHEDULES.usageListeners)
  sweep(): void {
    this.job.sweep();
  }

  private async run(signal: AbortSignal): Promise<void> {
    try {
      const { failures, more } = await this.listeners.processAll();
      if (more) this.job.wake();
      if (failures.length > 0) {
        logFailure(
          failures[0],
          { failures: failures.length },
          'Could not run some listeners for new usage; they will be retried',
        );
      }
    } catch (error) {
      logFailure(error, {}, 'Could not run the listeners for new usage; they will be retried');
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined); // rejects when the application stops
  }

  /**
   * Runs the listeners until nothing is due.
   *
   * @throws the first listener error, so that advancing the test clock does not hide it.
   */
  private async runDue(): Promise<void> {
    for (let more = true; more;) {
      const round = await this.listeners.processAll({ wait: true });
      if (round.failures.length > 0) throw round.failures[0];
      ({ more } = round);
    }
  }
}
