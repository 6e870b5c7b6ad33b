import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { CONFIG, type Config } from '../../platform/config/config';
import { Notifier } from '../../platform/database/notifier';
import { DueWork } from '../../platform/jobs/due-work';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { logger } from '../../platform/observability/logger';
import { UsageListeners } from './usage-listeners';

const CHANNEL = 'usage_followers';
/** Pause between two rounds, so that the listeners of a busy period run twice a second instead of continuously. */
const PAUSE_MS = 500;

/**
 * Runs the listeners for new usage: right after a commit, on a notification from another process, and every few seconds.
 */
@Injectable()
export class UsageListenersJobs implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: Promise<void> | null = null;
  private woken = false;
  private stopped = true;
  private endPause: () => void = () => undefined;

  constructor(
    private readonly listeners: UsageListeners,
    private readonly notifier: Notifier,
    private readonly dueWork: DueWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    if (this.config.role !== 'api') this.notifier.subscribe(CHANNEL, this.wake);
    this.dueWork.register({
      name: 'usage-listeners',
      nextDueAt: async () => ((await this.listeners.hasUnprocessed()) ? new Date(0) : null),
      runDue: () => this.runDue(),
    });
  }

  onApplicationBootstrap(): void {
    this.stopped = false;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.endPause();
    await this.running;
  }

  /**
   * Wakes the listeners after usage was counted and committed. Always the same function object, so that each commit
   * calls it only once.
   */
  readonly wake = (): void => {
    if (this.stopped) return;
    if (this.config.role === 'api') {
      this.notifier.notify(CHANNEL);
      return;
    }
    this.woken = true;
    this.running ??= this.run();
  };

  @Cron(SCHEDULES.usageListeners)
  sweep(): void {
    if (this.config.role !== 'api') this.wake();
  }

  private async run(): Promise<void> {
    while (this.woken && !this.stopped) {
      this.woken = false;
      try {
        const { failures, more } = await this.listeners.processAll();
        this.woken ||= more;
        if (failures.length > 0) {
          logger.error(
            { err: failures[0], failures: failures.length },
            'Could not run some listeners for new usage; they will be retried',
          );
        }
      } catch (error) {
        logger.warn(
          { reason: (error as Error).message },
          'Could not run the listeners for new usage; they will be retried',
        );
      }
      await this.pause();
    }
    this.running = null;
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
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
