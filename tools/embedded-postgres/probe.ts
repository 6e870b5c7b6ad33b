import { realpath } from 'node:fs/promises';
import { Client, DatabaseError } from 'pg';
import { SUPERUSER } from './cluster';
import { HOST } from './port';

/** A server of ours, running or expected to. */
export interface Target {
  port: number;
  password: string;
  cluster: string;
}

/** busy: it answered that it is starting, stopping, recovering or full, so it is alive. */
export type Answer = 'ready' | 'busy' | 'silent';

const DATABASE = 'billing';
const BUSY_CODES = new Set(['57P01', '57P02', '57P03', '53300']);

export function databaseUrl(port: number, password: string): string {
  return `postgres://${SUPERUSER}:${password}@${HOST}:${port}/${DATABASE}`;
}

/** Throws when the one that answers does not let us in, or serves another cluster. */
export async function probe(target: Target): Promise<Answer> {
  let served: string | undefined;
  try {
    const rows = await query<{ data_directory: string }>(target, 'SHOW data_directory');
    served = rows[0]?.data_directory ?? '';
  } catch (error) {
    if (!(error instanceof DatabaseError)) {
      return 'silent';
    }
    if (BUSY_CODES.has(error.code ?? '')) {
      return 'busy';
    }
    throw error;
  }
  if ((await realpath(served)) !== target.cluster) {
    throw new Error(`Port ${target.port} belongs to another PostgreSQL, which serves ${served}`);
  }
  return 'ready';
}

export async function ensureDatabase(target: Target): Promise<void> {
  const found = await query(target, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`);
  if (found.length === 0) {
    await query(target, `CREATE DATABASE ${DATABASE}`);
  }
}

async function query<Row extends object>(target: Target, sql: string): Promise<Row[]> {
  const client = new Client({
    host: HOST,
    port: target.port,
    user: SUPERUSER,
    password: target.password,
    database: 'postgres',
    // Stated because pg would otherwise take it from PGSSLMODE.
    ssl: false,
    connectionTimeoutMillis: 5_000,
  });
  // A connection that breaks also emits an event, which would end the process if nobody listened.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
