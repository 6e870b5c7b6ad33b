import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isDatabaseUnavailable } from '../database/pg-errors';
import { InvalidStateError, ServiceUnavailableError, ValidationFailedError } from '../errors/app-error';
import { DueWork, type DueSource } from '../jobs/due-work';
import { JobFailures } from '../jobs/job-failures';
import { logger } from '../observability/logger';
import { TestClock } from './test-clock';
import { TestClockEntity } from './test-clock.entity';

/** An event that moving the clock caused. */
export interface CausedEvent {
  id: string;
  kind: string;
  objectType: string;
  objectId: string;
  createdAt: Date;
}

/** Due work of the caller that failed and is retried later. */
export interface PostponedWork {
  job: string;
  /** Null when the job failed as a whole. */
  objectId: string | null;
  error: string | null;
  retryAt: Date | null;
}

/** What happened to an organization while the clock moved. */
export interface Passage {
  events: CausedEvent[];
  postponed: PostponedWork[];
  /** Whether the move was stopped on the way. */
  stopped: boolean;
}

/** A move that is running: the clock is somewhere between both instants. */
export interface RunningMove {
  from: Date;
  to: Date;
}

interface CausedRow {
  id: string;
  kind: string;
  object_type: string;
  object_id: string;
  created_at: Date;
}

interface StoppableMove extends RunningMove {
  readonly stop: AbortController;
  /** Called when the move has ended. */
  readonly onEnd: (() => void)[];
}

/** Farther, a few subscriptions would keep a move busy for hours. */
const LAST_INSTANT = new Date('2099-12-31T23:59:59.999Z');

/** Moves the test clock and processes on the way, in order, everything that falls due. */
@Injectable()
export class TestClockService implements OnModuleInit, BeforeApplicationShutdown {
  /** Settled when the last move that was asked for has ended. */
  private moving: Promise<unknown> = Promise.resolve();
  private current: StoppableMove | null = null;
  private shuttingDown = false;
  private readonly failures = new JobFailures();

  constructor(
    private readonly clock: TestClock,
    private readonly dueWork: DueWork,
    private readonly dataSource: DataSource,
  ) {}

  async onModuleInit(): Promise<void> {
    const stored = await this.dataSource.manager.findOneBy(TestClockEntity, { singleton: true });
    if (stored !== null && stored.now > this.clock.now()) this.clock.moveTo(stored.now);
  }

  /** SIGTERM ends a move at the next instant; after a restart, the next one goes on from there. */
  async beforeApplicationShutdown(): Promise<void> {
    this.shuttingDown = true;
    this.current?.stop.abort();
    await this.moving;
  }

  now(): Date {
    return this.clock.now();
  }

  /** Returns the move that is running, or null. */
  runningMove(): RunningMove | null {
    return this.current;
  }

  /** Stops the running move at the next instant, if there is one; resolves when it has ended. */
  async stop(): Promise<void> {
    const { current } = this;
    if (current === null) return;
    const ended = new Promise<void>((resolve) => current.onEnd.push(resolve));
    current.stop.abort();
    await ended;
  }

  /**
   * Advances to `to` and returns what this caused for the organization, oldest first, when everything is done. Due work
   * that fails is passed over and named. Concurrent calls run one after the other.
   *
   * @param gone stops the move at the next instant; the clock stays there, and the next move goes on
   * @throws InvalidStateError when `to` is before the current time of the clock; ValidationFailedError beyond 2099
   */
  async moveTo(organizationId: string, to: Date, gone: AbortSignal): Promise<Passage> {
    if (to > LAST_INSTANT) {
      throw ValidationFailedError.of('now', 'out_of_range', 'now must not be after 2099-12-31.');
    }
    const run = this.moving.then(() => this.move(organizationId, to, gone));
    this.moving = run.catch(() => undefined);
    return run;
  }

  private async move(organizationId: string, to: Date, gone: AbortSignal): Promise<Passage> {
    const from = this.clock.now();
    if (this.shuttingDown) throw new ServiceUnavailableError('The service is stopping. Retry shortly.');
    if (to < from) {
      throw new InvalidStateError(
        `now must not be before ${from.toISOString()}, the current time of the test clock.`,
      );
    }
    const current = { from, to, stop: new AbortController(), onEnd: [] as (() => void)[] };
    this.current = current;
    try {
      const newest = await this.newestEventId(organizationId);
      const broken = await this.processUntil(to, AbortSignal.any([gone, current.stop.signal]));
      const events = await this.eventsAfter(organizationId, newest);
      const postponed = await this.postponed(organizationId, broken);
      return { events, postponed, stopped: this.clock.now() < to };
    } finally {
      this.current = null;
      for (const callback of current.onEnd) callback();
    }
  }

  /**
   * Goes from one due instant to the next, and at the end to `to`. It does not stop for retries: a row that failed is retried
   * at the first stop after its time, at the latest at `to`, so that it cannot slow the move down. Returns the jobs that
   * failed as a whole.
   */
  private async processUntil(to: Date, stop: AbortSignal): Promise<ReadonlySet<DueSource>> {
    const broken = new Set<DueSource>();
    let arrived = false;
    while (!stop.aborted) {
      const due = await this.earliestDue(to, broken);
      if (due === null) {
        if (arrived) return broken;
        await this.set(to);
        arrived = true;
        continue;
      }
      if (due.at > this.clock.now()) await this.set(due.at);
      if (!(await this.process(due.source))) broken.add(due.source);
    }
    return broken;
  }

  /** Returns false if the job failed as a whole; the move then continues without it. */
  private async process(source: DueSource): Promise<boolean> {
    try {
      await source.runDue();
      return true;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      logger.error({ job: source.name, err: error }, 'Job failed while the test clock moved');
      return false;
    }
  }

  /** Names jobs that failed as a whole without their error, which may be about another organization. */
  private async postponed(organizationId: string, broken: ReadonlySet<DueSource>): Promise<PostponedWork[]> {
    const rows = await this.failures.listPostponed(this.dataSource.manager, organizationId, this.clock.now());
    return [
      ...rows.map(({ queue, rowId, error, retryAt }) => ({ job: queue, objectId: rowId, error, retryAt })),
      ...[...broken].map(({ name }) => ({ job: name, objectId: null, error: null, retryAt: null })),
    ];
  }

  private async set(to: Date): Promise<void> {
    this.clock.moveTo(to);
    await this.dataSource.manager.upsert(TestClockEntity, { singleton: true, now: to }, ['singleton']);
  }

  private async earliestDue(
    until: Date,
    broken: ReadonlySet<DueSource>,
  ): Promise<{ at: Date; source: DueSource } | null> {
    const sources = this.dueWork.sources.filter((it) => !broken.has(it));
    const dates = await Promise.all(
      sources.map(async (source) => ({ source, at: await source.nextDueAt() })),
    );
    const due = dates.flatMap(({ source, at }) => (at !== null && at <= until ? [{ source, at }] : []));
    return due.sort((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null;
  }

  private async newestEventId(organizationId: string): Promise<string | null> {
    const [row] = await this.dataSource.query<{ id: string }[]>(
      'SELECT id FROM outbox_events WHERE organization_id = $1 ORDER BY id DESC LIMIT 1',
      [organizationId],
    );
    return row?.id ?? null;
  }

  private async eventsAfter(organizationId: string, id: string | null): Promise<CausedEvent[]> {
    const rows = await this.dataSource.query<CausedRow[]>(
      `SELECT id, kind, object_type, object_id, created_at FROM outbox_events
        WHERE organization_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id`,
      [organizationId, id],
    );
    return rows.map((it) => ({
      id: it.id,
      kind: it.kind,
      objectType: it.object_type,
      objectId: it.object_id,
      createdAt: it.created_at,
    }));
  }
}
