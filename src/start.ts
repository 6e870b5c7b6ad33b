import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createApp } from './create-app';
import { Producer } from './modules/webhooks';
import type { Config } from './platform/config/config';
import { whenDatabaseIsUp } from './platform/database/await-database';
import { pendingMigrations } from './platform/database/migrate';
import { openDatabase } from './platform/database/open-database';
import { assertRowSecurity } from './platform/database/row-security';
import { HealthService } from './platform/health/health.service';
import { listenFailure } from './platform/http/listen-failure';
import { logger } from './platform/observability/logger';
import { deliveriesInFlight } from './platform/observability/metrics';
import type { Runtime } from './platform/platform.module';
import { assertKeyIsAccepted, usableEncryptionKey } from './platform/secrets/key-check';
import { schema } from './schema';
import { sealedTables } from './sealed-tables';

export interface RunningService {
  app: INestApplication<Server>;
  /** `http://host:port`. */
  url: string;
  /** Folder that holds the cluster of the embedded PostgreSQL; null with DATABASE_URL. */
  embeddedIn: string | null;
  /** Drains connections and stops. Later calls return the same promise. */
  stop(): Promise<void>;
  /** What a stop waits for, as fields of a log line. */
  workInProgress(): Promise<{ open_connections: number; deliveries_in_flight: number }>;
}

/** The database lacks migrations that this version needs. */
export class PendingMigrationsError extends Error {}

/**
 * Starts the service in the configured role. Waits for a database that is starting or recovering
 * (docs/operations.md#database-outages). Closes the application and the database if that fails.
 */
export async function startService(config: Config): Promise<RunningService> {
  const database = await openDatabase(config, schema);
  try {
    const { url: databaseUrl } = database;
    const start = async () => {
      const { value: encryptionKey } = await usableEncryptionKey(databaseUrl, config, sealedTables);
      return startApp({ config, databaseUrl, encryptionKey });
    };
    const report = (message: string): void => logger.warn(message);
    const app = await whenDatabaseIsUp(databaseUrl, start, { report });
    const url = urlOf(app, config.http.host);
    const { shutdownDelayMs } = config.http;
    return {
      app,
      url,
      embeddedIn: database.embeddedIn,
      stop: once(() => stop(app, shutdownDelayMs, database.close)),
      workInProgress: () => workInProgress(app.getHttpServer()),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Checks that the database is ready, then listens. Closes the application before throwing.
 *
 * @throws PendingMigrationsError, RowSecurityError, LostKeyError, or ListenError
 */
async function startApp(runtime: Runtime): Promise<INestApplication<Server>> {
  const app = await createApp(runtime);
  const { port, host } = runtime.config.http;
  const dataSource = app.get(DataSource);
  try {
    await assertMigrated(dataSource);
    await assertRowSecurity(dataSource);
    await assertKeyIsAccepted(runtime.databaseUrl, runtime.config, runtime.encryptionKey);
    // If the port is taken, a worker has already started its jobs; close() stops them.
    await app.listen(port, host).catch((error: unknown) => {
      throw listenFailure(error as Error, runtime.config.http);
    });
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function assertMigrated(dataSource: DataSource): Promise<void> {
  const pending = await pendingMigrations(dataSource);
  if (pending.length === 0) return;
  throw new PendingMigrationsError(
    `The database lacks ${pending.length} migration(s). Run "npm run migrate" with the same DATABASE_URL, then start again.`,
  );
}

/** Stops in the order that a load balancer needs (docs/operations.md#stopping). */
async function stop(
  app: INestApplication<Server>,
  delayMs: number,
  closeDatabase: () => Promise<void>,
): Promise<void> {
  app.get(HealthService).startDraining();
  closeAfterResponses(app.getHttpServer());
  // Waits for attempts in flight during the shutdown delay, which only API callers need.
  await Promise.all([sleep(delayMs), app.get(Producer).beforeApplicationShutdown()]);
  await app.close();
  await closeDatabase();
  logger.info('Stopped');
}

/** Closes each connection after its next response, so that its client opens the next one elsewhere. */
function closeAfterResponses(server: Server): void {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
}

async function workInProgress(server: Server): ReturnType<RunningService['workInProgress']> {
  const connections = await promisify(server.getConnections.bind(server))();
  const { values } = await deliveriesInFlight.get();
  return { open_connections: connections, deliveries_in_flight: values[0]?.value ?? 0 };
}

function urlOf(app: INestApplication<Server>, host: string): string {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const shown = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host;
  return `http://${shown}:${port}`;
}

function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => (running ??= action());
}
