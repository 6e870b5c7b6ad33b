import { setTimeout as sleep } from 'node:timers/promises';
import { ACT, type Action, type Scene } from './race-acts';
import { RACE_PROVIDERS } from './race-providers';
import type { SeededRandom } from './seeded-random';
import type { SandboxControl } from './use-sandbox';

/** A request at which the processes are killed: while its answer is awaited, it has had its effect, or not. */
export interface KillPoint {
  readonly provider: string;
  readonly operation: string;
  /** What makes the service send it. */
  readonly action: Action;
}

export const KILL_POINTS: readonly KillPoint[] = RACE_PROVIDERS.flatMap(({ name: provider, operations }) =>
  Object.entries(operations).map(([operation, action]) => ({ provider, operation, action })),
);

const KILLING = ['hang', 'time_out_and_succeed'] as const;
const LOOK_EVERY_MS = 10;
/** How long actions may take to lead to the first of their requests. */
const REACHED_WITHIN_MS = 20_000;
/** Shorter than the deadline of a request, so that whatever waits for its answer is killed while it waits. */
const WAITS_MS = 6_000;
const MOST_TRIES = 100;

/** What kills of a run have in common. */
export interface KillStage {
  readonly control: SandboxControl;
  readonly random: SeededRandom;
  /** An invoice of a payer of the provider, of which nothing is collected by itself. */
  scene(provider: string): Promise<Scene>;
  /** Kills every process and starts it again. */
  restart(): Promise<void>;
}

/**
 * Kills every process at each of the points, one after the other for each provider: while the provider works on a request of
 * the operation. Points of different providers are taken together, as far as they are reached within the deadline of a
 * request; the others are tried again.
 */
export class Killer {
  readonly killedAt = new Set<string>();
  kills = 0;
  private tries = 0;
  /** The rules of the sandbox that keep requests waiting. */
  private readonly traps = new Map<KillPoint, string>();

  constructor(
    private readonly stage: KillStage,
    private readonly pending: KillPoint[],
  ) {}

  /** The points that are left. */
  get left(): number {
    return this.pending.length;
  }

  /** @throws when points are not reached, however often it is tried */
  async killOnce(): Promise<void> {
    if (this.tries++ === MOST_TRIES) throw new Error(`Not reached: ${JSON.stringify(this.pending)}`);
    const points = this.next();
    await this.setTraps(points);
    const acted = Promise.allSettled(points.map((it) => this.lead(it)));
    const reached = await this.reachedOf(points);
    if (reached.length > 0) {
      this.kills++;
      await this.stage.restart();
      for (const point of reached) this.note(point);
    }
    await acted;
  }

  /** The next point of each provider. */
  private next(): KillPoint[] {
    const first = new Map<string, KillPoint>();
    for (const point of this.pending) if (!first.has(point.provider)) first.set(point.provider, point);
    return [...first.values()];
  }

  /** Has one request of each operation wait for its answer; by chance it has its effect, or not. */
  private async setTraps(points: readonly KillPoint[]): Promise<void> {
    const waiting = await this.rules();
    for (const point of points) {
      if (waiting.has(this.traps.get(point) ?? '')) continue;
      const { provider, operation } = point;
      const mode = this.stage.random.pick(KILLING);
      const { id } = (await this.stage.control.script({ provider, operation, mode })) as { id: string };
      this.traps.set(point, id);
    }
  }

  private async lead({ provider, action }: KillPoint): Promise<void> {
    await ACT[action](await this.stage.scene(provider));
  }

  /** Returns the points at which requests wait, once that is all of them or the first one has waited for long. */
  private async reachedOf(points: readonly KillPoint[]): Promise<KillPoint[]> {
    const startedAt = performance.now();
    let firstAt: number | null = null;
    for (;;) {
      const waiting = await this.rules();
      const reached = points.filter((it) => !waiting.has(this.traps.get(it) ?? ''));
      const now = performance.now();
      if (reached.length > 0) firstAt ??= now;
      const isLate = firstAt === null ? now - startedAt > REACHED_WITHIN_MS : now - firstAt > WAITS_MS;
      if (reached.length === points.length || isLate) return reached;
      await sleep(LOOK_EVERY_MS);
    }
  }

  private async rules(): Promise<ReadonlySet<string>> {
    const { rules } = (await this.stage.control.call('GET', '/script')) as { rules: { id: string }[] };
    return new Set(rules.map((it) => it.id));
  }

  private note(point: KillPoint): void {
    this.killedAt.add(`${point.provider} ${point.operation}`);
    this.pending.splice(this.pending.indexOf(point), 1);
  }
}
