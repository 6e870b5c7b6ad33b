import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { withoutDeadline } from '../database/deadline';
import {
  InvalidStateError,
  RequestError,
  ServiceUnavailableError,
  ValidationFailedError,
} from '../errors/app-error';
import { NO_PRECONDITION, type Precondition } from '../http/versions';
import { DueWork, type DueSource, type FailedWork } from '../jobs/due-work';
import { TestClock } from './test-clock';
import { TestClockEntity } from './test-clock.entity';
import { Turns } from './turns';

export interface CausedEvent {
  id: string;
  kind: string;
  objectType: string;
  objectId: string;
  createdAt: Date;
}

/** The effect of a move of the clock on an organization. */
export interface Move {
  /** Oldest first. */
  events: CausedEvent[];
  /** Work that the move passed over, because it fails for a reason of its own. */
  passedOver: FailedWork[];
  /** Whether the move was stopped before it reached its end. */
  isStopped: boolean;
}

/** A move that is running: the clock is between `from` and `to`. */
export interface RunningMove {
  from: Date;
  to: Date;
}

/** What GET returns. */
export interface ClockState {
  now: Date;
  /** The running move; null if there is none. */
  move: RunningMove | null;
}

interface StoppableMove extends RunningMove {
  stop: AbortController;
  /** Resolves when the move has ended. */
  ended: Promise<void>;
}

interface CausedRow {
  id: string;
  kind: string;
  object_type: string;
  object_id: string;
  created_at: Date;
}

/** The last instant of a move. A move of centuries would run for hours. */
const LAST_INSTANT = new Date('2099-12-31T23:59:59.999Z');

/** Maximum time that a move waits for a running one, in milliseconds. */
const MAX_WAIT_MS = 2000;

/** Advances the test clock. Stops at each time at which work becomes due, and processes that work first. */
@Injectable()
export class TestClockService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly turns = new Turns();
  private running: StoppableMove | null = null;
  private readonly shutdown = new AbortController();

  constructor(
    private readonly clock: TestClock,
    private readonly dueWork: DueWork,
    private readonly dataSource: DataSource,
  ) {}

  async onModuleInit(): Promise<void> {
    const kept = await this.dataSource.manager.findOneBy(TestClockEntity, { singleton: true });
    if (kept !== null && kept.now > this.clock.now()) this.clock.moveTo(kept.now);
  }

  /** Stops the running move. The next one continues from there, also after a restart. */
  async beforeApplicationShutdown(): Promise<void> {
    this.shutdown.abort();
    await this.turns.idle();
  }

  now(): Date {
    return this.clock.now();
  }

  state(): ClockState {
    return { now: this.now(), move: this.running };
  }

  /** Stops the running move before the next instant at which work is due. Resolves when the move has ended. */
  async stop(): Promise<void> {
    const { running } = this;
    running?.stop.abort();
    await running?.ended;
  }

  /**
   * Advances the clock to `to`, and processes all work that becomes due. Returns the resulting events of the
   * organization, and its work that failed. Concurrent calls run one after the other.
   *
   * @param disconnected stops the move like `stop()`
   * @throws ValidationFailedError if `to` is after 2099; InvalidStateError if it is before the current time of the clock;
   * RequestError if another move runs for longer than 2 s
   */
  async moveTo(
    organizationId: string,
    to: Date,
    disconnected: AbortSignal,
    precondition: Precondition<ClockState> = NO_PRECONDITION,
  ): Promise<Move> {
    if (to > LAST_INSTANT) {
      throw ValidationFailedError.of(
        'now',
        'out_of_range',
        'now must not be after 2099-12-31T23:59:59.999Z.',
      );
    }
    const move = async () => {
      precondition.assertMet(this.state());
      return withoutDeadline(() => this.move(organizationId, to, disconnected));
    };
    return this.turns.take(move, MAX_WAIT_MS, () => this.moveInProgress());
  }

  private moveInProgress(): RequestError {
    const end = this.running === null ? '' : ` to ${this.running.to.toISOString()}`;
    return new RequestError(
      'move_in_progress',
      `The test clock is moving${end} and has reached ${this.now().toISOString()}. Retry after the move has ended, or stop it with DELETE /v1/test_clock/move.`,
    );
  }

  private async move(organizationId: string, to: Date, disconnected: AbortSignal): Promise<Move> {
    if (this.shutdown.signal.aborted) {
      throw new ServiceUnavailableError('The service is stopping. Retry shortly.');
    }
    const from = this.clock.freezeBefore(to);
    if (from === null) {
      throw new InvalidStateError(
        `The test clock is at ${this.clock.now().toISOString()} and cannot be moved back.`,
      );
    }
    const stop = new AbortController();
    const signal = AbortSignal.any([disconnected, stop.signal, this.shutdown.signal]);
    const moving = this.advance(organizationId, to, signal).finally(() => {
      this.running = null;
    });
    const ended = moving.then(
      () => undefined,
      () => undefined,
    );
    this.running = { from, to, stop, ended };
    return moving;
  }

  private async advance(organizationId: string, to: Date, stop: AbortSignal): Promise<Move> {
    const newest = await this.newestEventId(organizationId);
    do await this.processUntil(to, stop);
    while (!stop.aborted && (await this.retryFailed()));
    return {
      events: await this.eventsAfter(organizationId, newest),
      passedOver: await this.failedWork(organizationId),
      isStopped: this.clock.now() < to,
    };
  }

  /**
   * Processes due work instant by instant, and sets the clock to `to`. Once `stop` is aborted, completes the work of the
   * current instant and leaves the clock there.
   */
  private async processUntil(to: Date, stop: AbortSignal): Promise<void> {
    const left = new Set<DueSource>();
    for (let due = await this.earliestDue(to, left); due !== null; due = await this.earliestDue(to, left)) {
      if (due.at > this.clock.now()) {
        if (stop.aborted) return;
        await this.set(due.at);
      }
      await due.source.runDue(this.shutdown.signal);
      // A source may leave work to the next start, and would report the same work again and again.
      if (this.shutdown.signal.aborted) left.add(due.source);
    }
    if (!stop.aborted) await this.set(to);
  }

  /**
   * Retries the failed work that is due, and returns whether there was any. A move does not stop at each retry, because
   * work that fails every day would then make a move of years take minutes.
   */
  private async retryFailed(): Promise<boolean> {
    let isRetried = false;
    for (const source of this.dueWork.sources) {
      const at = (await source.nextRetryAt?.()) ?? null;
      if (at === null || at > this.clock.now()) continue;
      await source.runDue(this.shutdown.signal);
      isRetried = true;
    }
    return isRetried;
  }

  private async failedWork(organizationId: string): Promise<FailedWork[]> {
    const failed: FailedWork[] = [];
    for (const source of this.dueWork.sources)
      failed.push(...((await source.failedWork?.(organizationId)) ?? []));
    return failed;
  }

  /** Stores the time first: after a crash, the clock must not be behind what happened at that time. */
  private async set(to: Date): Promise<void> {
    await this.dataSource.manager.upsert(TestClockEntity, { singleton: true, now: to }, ['singleton']);
    this.clock.moveTo(to);
  }

  /** @param left sources to ignore */
  private async earliestDue(
    until: Date,
    left: ReadonlySet<DueSource>,
  ): Promise<{ at: Date; source: DueSource } | null> {
    const sources = this.dueWork.sources.filter((it) => !left.has(it));
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
