import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type Client } from 'pg';
import { logger } from '../observability/logger';
import { DatabaseClient } from './database-client';
import { NoPrimaryError } from './primary-host';
import { assertSessionPooling } from './session-pooling';

/** How long a start waits: crash recovery after heavy load takes tens of seconds. */
const LIMIT_MS = 120_000;
const RETRY_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;
/** A server that starts, stops, recovers, or has no free connection at the moment. */
const TRANSIENT = new Set(['57P01', '57P02', '57P03', '53300']);

/**
 * Waits until a server that is starting or in recovery accepts connections, so that a service need not be started again
 * after each crash of its database. Any other failure, such as a wrong address or password, is reported at once.
 *
 * @throws the last failure, after two minutes; SessionPoolingError behind a pooler of transactions or statements
 */
export async function awaitServer(url: string, limitMs = LIMIT_MS): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (let isFirst = true; ; isFirst = false) {
    const failure = await tryConnect(url);
    if (failure === null) return;
    if (!isTransient(failure) || performance.now() > deadline) throw failure;
    if (isFirst) logger.warn({ reason: failure.message }, 'Waiting for the database');
    await sleep(RETRY_MS);
  }
}

async function tryConnect(url: string): Promise<Error | null> {
  const clients = [newClient(url), newClient(url)] as const;
  try {
    for (const client of clients) await client.connect();
    await assertSessionPooling(...clients);
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}

function newClient(url: string): Client {
  const client: Client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  return client;
}

/** A server that crashes or restarts between accepting a connection and answering on it closes it. */
const isTransient = (error: Error): boolean =>
  error instanceof DatabaseError
    ? TRANSIENT.has(error.code ?? '')
    : error.message === 'Connection terminated unexpectedly' || error instanceof NoPrimaryError;
