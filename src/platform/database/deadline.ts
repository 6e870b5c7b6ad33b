import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

/** Time that a request has in addition to that of one statement, for its waits: for a connection, or for other requests. */
const WAITS_MS = 500;
/**
 * Time for each wait and each statement of a request past its deadline, so that a request with many short statements,
 * such as a batch, can finish.
 */
const GRACE_MS = 250;
/**
 * Maximum lock wait of long reads. Reads wait only for changes of a table's definition, and the work before a wait comes
 * on top of it.
 */
const LONG_READ_LOCK_MS = 1000;
/** How much earlier than the driver the server gives up on a lock, which keeps the connection usable. */
const EARLIER_MS = 50;

/**
 * When the database work of a request must end, so that its response comes within 5 s
 * (docs/operations.md#database-outages).
 */
export class Deadline {
  /**
   * @param timeoutMs deadline of one statement, DATABASE_TIMEOUT_MS
   * @param since when the database work began (monotonic clock, ms)
   * @param limitsStatements whether statements end at the deadline, too, or only waits for connections and locks
   */
  constructor(
    readonly timeoutMs: number,
    private readonly since = performance.now(),
    readonly limitsStatements = true,
  ) {}

  /** Time since the database work began, in ms. */
  get elapsedMs(): number {
    return performance.now() - this.since;
  }

  get isPast(): boolean {
    return this.elapsedMs >= this.timeoutMs + WAITS_MS;
  }

  /** Returns how long the next wait or statement may take, in ms: at most as long as without a deadline. */
  limit(usualMs: number): number {
    return Math.min(usualMs, Math.max(GRACE_MS, this.timeoutMs + WAITS_MS - this.elapsedMs));
  }

  /** Returns a statement that limits the lock waits of a transaction to the time that is left; '' if it need not. */
  lockTimeout(): string {
    const usualMs = usualLockTimeoutMs(this.timeoutMs);
    const leftMs = Math.floor(this.limit(this.timeoutMs)) - EARLIER_MS;
    const ms = Math.min(usualMs, leftMs, this.limitsStatements ? usualMs : LONG_READ_LOCK_MS);
    return ms < usualMs ? `; SET LOCAL lock_timeout = ${ms}` : '';
  }

  /** Returns a deadline that begins now. */
  restarted(): Deadline {
    return new Deadline(this.timeoutMs);
  }

  /** Returns a deadline whose statements keep their usual time. */
  forLongStatements(): Deadline {
    return new Deadline(this.timeoutMs, this.since, false);
  }
}

/** Returns how long a statement waits for a lock, unless its request has less time left, in ms. */
export function usualLockTimeoutMs(timeoutMs: number): number {
  return Math.max(GRACE_MS, timeoutMs - 500);
}

/** The request for which the current code runs. */
interface Work {
  /** Undefined once the response is closed, for what the request has left running in the background. */
  deadline: Deadline | undefined;
}

const current = new AsyncLocalStorage<Work>();
let open = 0;

/** Returns the deadline of the request that the current code works for; undefined for jobs. */
export function currentDeadline(): Deadline | undefined {
  return current.getStore()?.deadline;
}

/** Runs `work` under a deadline. */
export async function withDeadline<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
  open++;
  try {
    return await current.run({ deadline }, work);
  } finally {
    close();
  }
}

/** Runs the handlers of a request under a deadline, until its response is closed. */
export function withDeadlineOfResponse(response: ServerResponse, deadline: Deadline, work: () => void): void {
  if (response.destroyed) {
    work();
    return;
  }
  open++;
  const own: Work = { deadline };
  response.once('close', () => {
    own.deadline = undefined;
    close();
  });
  current.run(own, work);
}

/** Runs work that by its nature takes longer than a request may, without a deadline. */
export function withoutDeadline<T>(work: () => T): T {
  return current.exit(work);
}

/** Runs long reads of a request, whose statements keep their usual time. Their waits still end at the deadline. */
export function withLongStatements<T>(work: () => T): T {
  const deadline = currentDeadline();
  if (deadline === undefined) return work();
  return current.run({ deadline: deadline.forLongStatements() }, work);
}

/** AsyncLocalStorage slows every promise while enabled; disable it when no request needs it. */
function close(): void {
  open--;
  if (open === 0) current.disable();
}
