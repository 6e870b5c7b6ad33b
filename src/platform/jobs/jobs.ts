import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CronJob } from 'cron';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../config/config';
import { Transactions } from '../database/transactions';
import { CLOCK, type Clock } from '../domain/clock';
import { logger } from '../observability/logger';
import { DueQueue, type DueQueueOptions } from './due-queue';
import { DueWork } from './due-work';
import { exclusive } from './exclusive';
import { JobFailures, type DueRow } from './job-failures';
import { LeasedQueue, type LeasedQueueOptions } from './leased-queue';
import { OrganizationRounds, type OrganizationJobOptions } from './organization-rounds';
import { observed, oldestDue, postponedRows } from './job-metrics';

/** Work that a schedule starts and that has no due rows, such as retention. */
export interface ScheduledJobOptions {
  readonly name: string;
  /** In cron form. */
  readonly schedule: string;
  /**
   * Whether it runs in one process at a time, by an advisory lock of its name. Otherwise all processes run it at once and
   * claim rows with SKIP LOCKED.
   */
  readonly exclusive: boolean;
  run(): Promise<unknown>;
}

/**
 * Every job of the service. A module declares its own in the constructor of a provider:
 * `this.queue = jobs.dueQueue({ name: 'invoices', ... })`. Schedules run in every process but those of ROLE=api.
 */
@Injectable()
export class Jobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queues: Pick<DueQueue, 'name' | 'nextDueAt' | 'stop'>[] = [];
  private readonly leased: LeasedQueue[] = [];
  private readonly rounds: OrganizationRounds[] = [];
  private readonly failures = new JobFailures();
  private readonly schedules = new Map<string, { schedule: string; start: () => void }>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly dueWork: DueWork,
    private readonly scheduler: SchedulerRegistry,
    private readonly transactions: Transactions,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Declares due work: it runs on its schedule, and when the test clock passes over something due. */
  dueQueue<Row extends DueRow>(options: DueQueueOptions<Row>): DueQueue<Row> {
    const { transactions, failures, clock } = this;
    const queue = new DueQueue(options, { transactions, failures, clock });
    this.declare(options.name, options.schedule, () => queue.tick());
    this.queues.push(queue);
    this.dueWork.register({
      name: options.name,
      nextDueAt: () => queue.nextDueAt(),
      runDue: async () => {
        await queue.run();
        await options.whenDone?.();
      },
      wake: () => {
        queue.tick();
      },
    });
    return queue;
  }

  /** Declares due work that waits for another service: its rows are leased, and no transaction is open meanwhile. */
  leasedQueue(options: LeasedQueueOptions): LeasedQueue {
    const queue = new LeasedQueue(options, (it) => this.dueQueue(it));
    this.leased.push(queue);
    return queue;
  }

  /** Declares a job that only its schedule starts. */
  scheduledJob(options: ScheduledJobOptions): void {
    this.declare(options.name, options.schedule, () => void this.runScheduled(options));
  }

  /** Declares a job that its schedule starts and that all processes share by organization. */
  organizationJob(options: OrganizationJobOptions): OrganizationRounds {
    const { name, schedule } = options;
    const rounds = new OrganizationRounds(options, this.dataSource, this.transactions);
    this.rounds.push(rounds);
    this.scheduledJob({ name, schedule, exclusive: false, run: () => rounds.join() });
    return rounds;
  }

  onApplicationBootstrap(): void {
    Object.assign(oldestDue, { collect: () => this.collectOldestDue() });
    Object.assign(postponedRows, { collect: () => this.collectPostponed() });
    if (this.config.role === 'api') return;
    for (const [name, { schedule, start }] of this.schedules) {
      this.scheduler.addCronJob(name, CronJob.from({ cronTime: schedule, onTick: start, start: true }));
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.queues.map((it) => it.stop()));
    await Promise.all(this.leased.map((it) => it.idle()));
    await Promise.all(this.rounds.map((it) => it.stop()));
  }

  private declare(name: string, schedule: string, start: () => void): void {
    if (this.schedules.has(name)) throw new Error(`Two jobs are named ${name}`);
    this.schedules.set(name, { schedule, start });
  }

  private async runScheduled(options: ScheduledJobOptions): Promise<void> {
    const { name } = options;
    const run = () => observed(name, () => options.run());
    try {
      await (options.exclusive ? exclusive(this.dataSource, name, run) : run());
    } catch (error) {
      logger.error({ job: name, err: error }, 'Scheduled job failed; it runs again at its next time');
    }
  }

  private async collectOldestDue(): Promise<void> {
    const now = this.clock.now().getTime();
    for (const queue of this.queues) {
      const at = await queue.nextDueAt().catch(() => undefined);
      if (at === undefined) continue; // the database is away: the last known value stays
      const seconds = at === null ? 0 : Math.max(0, (now - at.getTime()) / 1000);
      oldestDue.set({ job_name: queue.name }, seconds);
    }
  }

  private async collectPostponed(): Promise<void> {
    const counts = await this.failures
      .countPostponed(this.transactions.reader, this.clock.now())
      .catch(() => null);
    if (counts === null) return; // the database is away: the last known values stay
    for (const { name } of this.queues) postponedRows.set({ job_name: name }, counts.get(name) ?? 0);
  }
}
