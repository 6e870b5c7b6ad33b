import type { Client } from 'pg';
import { DeadlineClient } from './deadline-client';

const TIMEOUT_MS = 3000;
/**
 * Idle time before TCP keep-alive probes. Notifications may be hours apart, so only probes detect that the server is
 * gone.
 */
const FIRST_PROBE_MS = 10_000;

/** Creates a client for LISTEN that is not connected yet. It also emits 'end' if the server never responds. */
export function listeningClient(url: string, applicationName: string): Client {
  return new DeadlineClient({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: FIRST_PROBE_MS,
  });
}
