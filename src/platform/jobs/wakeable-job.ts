import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config';
import { Notifier } from '../database/notifier';

/** Processes what is due; must not reject. Should return early once the signal is aborted. */
type Run = (signal: AbortSignal) => Promise<void>;

/**
 * A job that runs when it is woken: after a commit, by a notification from another process, or on a schedule. In one
 * process, runs never overlap; a job that is woken during a run runs once more. Processes with the role `api` only notify
 * the others.
 */
export class WakeableJob {
  private running: Promise<void> | null = null;
  private isWoken = false;
  /** Null until the application has started, and after it has stopped. */
  private stopping: AbortController | null = null;

  /** @param notifyOthers wakes the job in other processes, if this one does not run it; otherwise null. */
  constructor(
    private readonly run: Run,
    private readonly notifyOthers: (() => void) | null,
  ) {}

  /** Call it from `onApplicationBootstrap`. */
  start(): void {
    this.stopping = new AbortController();
  }

  /** Waits for the current run. Call it from `beforeApplicationShutdown`. */
  async stop(): Promise<void> {
    this.stopping?.abort();
    this.stopping = null;
    await this.running;
  }

  /** Always the same function object, so that a commit that wakes the job several times calls it once. */
  readonly wake = (): void => {
    if (this.stopping === null) return;
    if (this.notifyOthers !== null) {
      this.notifyOthers();
      return;
    }
    this.isWoken = true;
    this.running ??= this.runWhileWoken(this.stopping.signal);
  };

  /** Wakes the job on its schedule, which every process has. */
  sweep(): void {
    if (this.notifyOthers === null) this.wake();
  }

  get isStopped(): boolean {
    return this.stopping === null;
  }

  /** Resolves when no run is in progress. */
  async idle(): Promise<void> {
    await this.running;
  }

  private async runWhileWoken(signal: AbortSignal): Promise<void> {
    while (this.isWoken && !signal.aborted) {
      this.isWoken = false;
      await this.run(signal);
    }
    this.running = null;
  }
}

/** Creates jobs that can be woken. */
@Injectable()
export class WakeableJobs {
  constructor(
    private readonly notifier: Notifier,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Call it before start-up is complete. @param channel a constant, which becomes part of a statement */
  create(channel: string, run: Run): WakeableJob {
    if (this.config.role === 'api') return new WakeableJob(run, () => this.notifier.notify(channel));
    const job = new WakeableJob(run, null);
    this.notifier.subscribe(channel, job.wake);
    return job;
  }
}
