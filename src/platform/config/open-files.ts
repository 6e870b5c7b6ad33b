import { readFileSync } from 'node:fs';
import { logger } from '../observability/logger';
import type { Config } from './config';

/** Database connections beside the pool (docs/operations.md#database-connections). */
const OTHER_CONNECTIONS = 16;
/** Event loops, pipes, the log, and files that are open for a moment. */
const RUNTIME = 64;
/** Connections of API clients, at least. */
const CLIENTS = 256;

/** Returns how many descriptors the settings need (docs/operations.md#open-files). */
export function neededOpenFiles({ role, database, webhooks }: Config): number {
  const deliveries = role === 'api' ? 0 : webhooks.concurrency + webhooks.slowConcurrency;
  const clients = role === 'worker' ? 0 : CLIENTS;
  return database.poolSize + OTHER_CONNECTIONS + RUNTIME + deliveries + clients;
}

/** Returns the soft limit of open files from the text of /proc/self/limits, or null if it has no number. */
export function openFilesLimit(limits: string): number | null {
  const [, soft] = /^Max open files +(\d+) /m.exec(limits) ?? [];
  return soft === undefined ? null : Number(soft);
}

/** Warns if the process may open fewer files than its settings need. Only Linux shows the limit. */
export function warnOfFewOpenFiles(config: Config): void {
  const limit = readLimit();
  const needed = neededOpenFiles(config);
  if (limit === null || limit >= needed) return;
  const remedy = config.role === 'api' ? 'DATABASE_POOL_SIZE' : 'WEBHOOK_CONCURRENCY';
  logger.warn(
    { limit, needed },
    `This process may open ${limit} files, but its settings need ${needed}. Raise the limit (ulimit -n ${needed}), or lower ${remedy}`,
  );
}

function readLimit(): number | null {
  try {
    return openFilesLimit(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    return null;
  }
}
