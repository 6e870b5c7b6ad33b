import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createApp } from './create-app';
import type { Config } from './platform/config/config';
import { pendingMigrations } from './platform/database/migrate';
import { openDatabase } from './platform/database/open-database';
import { assertRowSecurity } from './platform/database/row-security';
import { HealthService } from './platform/health/health.service';
import { logger } from './platform/observability/logger';
import { schema } from './schema';

/** A running service. */
export interface RunningService {
  app: INestApplication<Server>;
  /** `http://host:port`. */
  url: string;
  embedded: boolean;
  /** Drains and stops; safe to call twice. */
  stop(): Promise<void>;
}

/** The database lacks migrations that this build needs. */
export class PendingMigrationsError extends Error {}

/** Starts a role of the service and listens. Throws, with everything let go, when it cannot. */
export async function startService(config: Config): Promise<RunningService> {
  const database = await openDatabase(config, schema);
  try {
    const { url: databaseUrl, encryptionKey } = database;
    const app = await createApp({ config, databaseUrl, encryptionKey });
    await listen(app, config.http);
    const url = urlOf(app, config.http.host);
    return { app, url, embedded: database.embedded, stop: once(() => stop(app, database.close)) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function listen(app: INestApplication, { port, host }: Config['http']): Promise<void> {
  const dataSource = app.get(DataSource);
  try {
    await assertMigrated(dataSource);
    await assertRowSecurity(dataSource);
    await app.listen(port, host); // begins the work of a worker before it finds the port taken
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

async function stop(app: INestApplication<Server>, closeDatabase: () => Promise<void>): Promise<void> {
  app.get(HealthService).startDraining();
  endConnections(app.getHttpServer());
  await app.close();
  await closeDatabase();
  logger.info('Stopped');
}

/** Each connection ends with the answer to its next request; else a client that keeps asking keeps it open. */
function endConnections(server: Server): void {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  server.closeIdleConnections();
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
