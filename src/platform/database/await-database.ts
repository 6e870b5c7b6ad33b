import { setTimeout as sleep } from 'node:timers/promises';
import { connectionRefusal } from './connection-refusal';
import { withClient } from './with-client';

/** Crash recovery after heavy load takes tens of seconds. */
const LIMIT_MS = 60_000;
const RETRY_MS = 500;
const CONNECT_TIMEOUT_MS = 5000;
const REPORT_EVERY_MS = 10_000;

/** A server that stops, restarts, starts, recovers or has no free connection, and addresses that do not respond yet. */
const STARTING = new Set([
  ...['57P01', '57P02', '57P03', '53300'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
]);
/** Errors of the driver: the server closed the connection, or did not respond. */
const NO_RESPONSE =
  /^(Connection terminated|timeout expired$|timeout exceeded when trying to connect|Query read timeout)/;

/** The database was not available within the limit. */
export class DatabaseNotUpError extends Error {}

interface Waiting {
  /** Receives sentences about the wait. */
  report: (message: string) => void;
  limitMs?: number;
}

/** The parts of an error of Node, the driver or TypeORM. */
interface Failure {
  code?: string;
  message?: string;
  driverError?: unknown;
  /** One per address of the host. */
  errors?: unknown[];
}

/** Returns whether a database that fails in this way may accept connections soon. */
export function mayComeUp(error: unknown): boolean {
  const { code = '', message = '', driverError, errors } = error as Failure;
  if (driverError !== undefined) return mayComeUp(driverError);
  if (errors !== undefined) return errors.some(mayComeUp);
  return STARTING.has(code) || NO_RESPONSE.test(message);
}

/**
 * Runs `action` as soon as the database accepts connections, and again if the database restarts meanwhile, so that a
 * start needs no supervisor. `action` must be repeatable. Any other failure is thrown at once.
 *
 * @throws DatabaseNotUpError if the database is not available within 60 s; DatabaseRefusedError if waiting is useless,
 * as with a wrong password
 */
export async function whenDatabaseIsUp<T>(
  url: string,
  action: () => Promise<T>,
  waiting: Waiting,
): Promise<T> {
  const patience = new Patience(url, waiting);
  for (;;) {
    try {
      await connectOnce(url).catch((error: unknown) => {
        throw mayComeUp(error) ? error : connectionRefusal(error);
      });
      return await action();
    } catch (error) {
      if (!mayComeUp(error)) throw error;
      patience.spend(error as Failure);
    }
    await sleep(RETRY_MS);
  }
}

function connectOnce(url: string): Promise<void> {
  const config = { connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  return withClient(config, () => Promise.resolve());
}

/** Reports the wait: at once, when its reason changes, and every 10 s. */
class Patience {
  private readonly startedAt = performance.now();
  private readonly limitMs: number;
  private reportedAt = -Infinity;
  private reason = '';

  constructor(
    private readonly url: string,
    private readonly waiting: Waiting,
  ) {
    this.limitMs = waiting.limitMs ?? LIMIT_MS;
  }

  /** @throws DatabaseNotUpError if the limit has passed */
  spend(error: Failure): void {
    const { host } = new URL(this.url); // never log the URL: it contains the password
    const reason = reasonOf(error);
    const waitedMs = performance.now() - this.startedAt;
    if (waitedMs >= this.limitMs) {
      throw new DatabaseNotUpError(
        `The database at ${host} was not available within ${this.limitMs / 1000} s: ${reason}. ` +
          'Check that PostgreSQL is running and that DATABASE_URL has its address.',
      );
    }
    if (reason === this.reason && waitedMs - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = waitedMs;
    this.reason = reason;
    const left = Math.ceil((this.limitMs - waitedMs) / 1000);
    this.waiting.report(`Waiting for the database at ${host}, up to ${left} s more: ${reason}`);
  }
}

function reasonOf({ message = '', errors }: Failure): string {
  return errors === undefined ? message : errors.map((it) => reasonOf(it as Failure)).join('; ');
}
