import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { InvalidStateError } from '../errors/app-error';
import { DueWork, type DueSource, type FailedWork } from '../jobs/due-work';
import { TestClock } from './test-clock';
import { TestClockEntity } from './test-clock.entity';

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
}

interface CausedRow {
  id: string;
  kind: string;
  object_type: string;
  object_id: string;
  created_at: Date;
}

/** Advances the test clock. Stops at each time at which work becomes due, and processes that work first. */
@Injectable()
export class TestClockService implements OnModuleInit {
  private moving: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly clock: TestClock,
    private readonly dueWork: DueWork,
    private readonly dataSource: DataSource,
  ) {}

  async onModuleInit(): Promise<void> {
    const kept = await this.dataSource.manager.findOneBy(TestClockEntity, { singleton: true });
    if (kept !== null && kept.now > this.clock.now()) this.clock.moveTo(kept.now);
  }

  now(): Date {
    return this.clock.now();
  }

  /**
   * Advances the clock to `to`, and processes all work that becomes due. Returns the resulting events of the
   * organization, and its work that failed. Concurrent calls run one after the other.
   *
   * @throws InvalidStateError if `to` is before the current time of the clock
   */
  async moveTo(organizationId: string, to: Date): Promise<Move> {
    const run = this.moving.then(() => this.move(organizationId, to));
    this.moving = run.catch(() => undefined);
    return run;
  }

  private async move(organizationId: string, to: Date): Promise<Move> {
    if (to < this.clock.now()) {
      throw new InvalidStateError(
        `The test clock is at ${this.clock.now().toISOString()} and cannot be moved back.`,
      );
    }
    const newest = await this.newestEventId(organizationId);
    do await this.processUntil(to);
    while (await this.retryFailed());
    const events = await this.eventsAfter(organizationId, newest);
    return { events, passedOver: await this.failedWork(organizationId) };
  }

  private async processUntil(to: Date): Promise<void> {
    for (let due = await this.earliestDue(to); due !== null; due = await this.earliestDue(to)) {
      if (due.at > this.clock.now()) await this.set(due.at);
      await due.source.runDue();
    }
    await this.set(to);
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
      await source.runDue();
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

  private async set(to: Date): Promise<void> {
    this.clock.moveTo(to);
    await this.dataSource.manager.upsert(TestClockEntity, { singleton: true, now: to }, ['singleton']);
  }

  private async earliestDue(until: Date): Promise<{ at: Date; source: DueSource } | null> {
    const dates = await Promise.all(
      this.dueWork.sources.map(async (source) => ({ source, at: await source.nextDueAt() })),
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
