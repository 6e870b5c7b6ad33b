import { logger } from '../observability/logger';
import { observed } from './job-metrics';

/** What a loop does, and how often. */
export interface WakeableLoopOptions {
  /** In the log and in the job metrics. */
  name: string;
  /** Does the work that there is. Returns whether there is more. */
  round: () => Promise<boolean>;
  /** Pause after every round, so that a burst of wake-ups costs one round. */
  minPauseMs: number;
  /** Longest pause without a wake-up: the bound on what a lost wake-up costs. */
  maxPauseMs: number;
  /** Backoff after failed rounds, doubled from the first to the last, with jitter; by default a round after the pause. */
  backoff?: { firstMs: number; maxMs: number };
}

/**
 * A background loop that runs a round soon after it is woken, and from time to time without that. Rounds never
 * overlap. A wake-up during a round leads to another one. A round that throws is logged; the next one retries.
 *
 * For work that is announced by a wake-up; a due queue is for work that falls due (docs/decisions.md#wakeable-loop).
 */
export class WakeableLoop {
  private woken = false;
  private stopped = true;
  /** Failed rounds in a row. */
  private failures = 0;
  private running: Promise<void> = Promise.resolve();
  private endPause: () => void = () => undefined;

  constructor(private readonly options: WakeableLoopOptions) {}

  /** Starts the loop with a first round. */
  start(): void {
    this.stopped = false;
    this.running = this.run();
  }

  /** Ends the loop; resolves when the running round has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.endPause();
    await this.running;
  }

  /** Asks for a round. */
  wake(): void {
    this.woken = true;
    this.endPause();
  }

  private async run(): Promise<void> {
    const { minPauseMs, maxPauseMs } = this.options;
    while (!this.stopped) {
      this.woken = false;
      const more = await this.round();
      if (minPauseMs > 0) await this.pause(minPauseMs, () => this.stopped);
      if (!more) await this.pause(maxPauseMs - minPauseMs, () => this.stopped || this.woken);
    }
  }

  private async round(): Promise<boolean> {
    const { name, round } = this.options;
    try {
      const more = await observed(name, round);
      this.failures = 0;
      return more;
    } catch (error) {
      logger.warn({ job: name, reason: (error as Error).message }, 'Background loop failed; it retries');
      return await this.backOff();
    }
  }

  /** Returns whether a round follows at once. */
  private async backOff(): Promise<boolean> {
    const { backoff } = this.options;
    if (backoff === undefined) return false;
    const ms = Math.min(backoff.maxMs, backoff.firstMs * 2 ** this.failures++);
    await this.pause(ms * (0.5 + Math.random()), () => this.stopped);
    return true;
  }

  /** Resolves after this time, or earlier once `isOver` holds after a wake-up or stop. */
  private pause(ms: number, isOver: () => boolean): Promise<void> {
    if (isOver()) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.endPause = () => {
        if (!isOver()) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
