import { hostsOf } from '../database/database-hosts';
import { ConfigError, type Env } from './env';

/** The standby that lists, analytics and documents are read from. */
export interface ReplicaSettings {
  readonly url: string;
  /** The primary serves them while the standby is further behind, in milliseconds. */
  readonly maxLagMs: number;
}

/** @throws ConfigError unless it is one host, beside a database of its own. */
export function replicaSettings(env: Env): ReplicaSettings | null {
  const url = env.DATABASE_REPLICA_URL;
  if (url === undefined) return null;
  if (env.DATABASE_URL === undefined || hostsOf(url).length > 1) {
    throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL, and has one host: that of a standby.');
  }
  return { url, maxLagMs: env.DATABASE_REPLICA_MAX_LAG_MS };
}
