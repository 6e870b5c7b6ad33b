import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Notifier } from '../../../platform/database/notifier';
import { DueWork } from '../../../platform/jobs/due-work';
import { WakeableLoop } from '../../../platform/jobs/wakeable-loop';
import { USAGE_CONSUMERS_LOOP } from './dirty-periods.repository';
import { UsageConsumers } from './usage-consumers';

const TOPIC = 'usage_consumers';
/** A period into which usage is counted all the time is refreshed at most twice a second. */
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;

/** Runs the usage consumers in the background: soon after usage was counted in any process, and every few seconds. */
@Injectable()
export class UsageConsumersWorker implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new WakeableLoop({
    name: USAGE_CONSUMERS_LOOP,
    round: () => this.consumers.runAll(),
    minPauseMs: MIN_PAUSE_MS,
    maxPauseMs: MAX_PAUSE_MS,
  });

  constructor(
    private readonly consumers: UsageConsumers,
    private readonly notifier: Notifier,
    private readonly dueWork: DueWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    if (this.config.role !== 'api') this.notifier.on(TOPIC, this.wake);
    this.dueWork.register({
      name: USAGE_CONSUMERS_LOOP,
      nextDueAt: () => this.consumers.nextDueAt(),
      runDue: () => this.runDue(),
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.role !== 'api') this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Usage was counted and committed. A stable function, so that one commit calls it once. */
  readonly wake = (): void => {
    if (this.config.role === 'api') this.notifier.notify(TOPIC);
    else this.loop.wake();
  };

  private async runDue(): Promise<void> {
    while (await this.consumers.runAll({ wait: true }));
  }
}
