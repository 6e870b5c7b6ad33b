import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createApp } from './create-app';
import { assertServable, type Config } from '../platform/config/config';
import { pendingMigrations } from '../platform/database/migrate';
import { openDatabase } from '../platform/database/open-database';
import { assertRoles, assertSchemaAccess } from '../platform/database/roles/assert-roles';
import { HealthService } from '../platform/health/health.service';
import { logger } from '../platform/observability/logger';
import { schema } from './schema';

/** A running service. */
export interface RunningService {
  app: INestApplication<Server>;
  /** `http://host:port`. */
  url: string;
  /** Folder of the embedded server's data; null: the database in DATABASE_URL. */
  embeddedHome: string | null;
  /** What the operator should change, for the start-up message. */
  notes: readonly string[];
  /** Drains connections and stops. Idempotent. */
  stop(): Promise<void>;
}

/** The database lacks migrations of this build. */
export class PendingMigrationsError extends Error {}

/** Starts the service in the configured role. Releases everything if that fails. */
export async function startService(config: Config): Promise<RunningService> {
  assertServable(config);
  const database = await openDatabase(config, schema);
  try {
    const { url: databaseUrl, encryptionKeys } = database;
    const app = await createApp({ config, databaseUrl, encryptionKeys });
    const notes = await listen(app, config);
    const url = urlOf(app, config.http.host);
    const { shutdownDelayMs } = config.http;
    return {
      app,
      url,
      embeddedHome: database.embeddedHome,
      notes,
      stop: once(() => stop(app, shutdownDelayMs, database.close)),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Returns notes for the start-up message. */
async function listen(app: INestApplication, { http, production }: Config): Promise<string[]> {
  const dataSource = app.get(DataSource);
  try {
    await assertSchemaAccess(dataSource);
    await assertMigrated(dataSource);
    const notes = await assertRoles(dataSource, production);
    await app.listen(http.port, http.host); // starts background work even if the port turns out to be taken
    return notes;
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function assertMigrated(dataSource: DataSource): Promise<void> {
  const pending = await pendingMigrations(dataSource);
  if (pending.length === 0) return;
  throw new PendingMigrationsError(
    `The database lacks ${pending.length} migration(s). Run "npm run migrate" on the same database, then start the service again.`,
  );
}

/**
 * Stops in the order that a load balancer needs: not ready but still serving until it sends no more requests here, then
 * without new connections until the last response is sent (docs/operations.md#stopping).
 */
async function stop(
  app: INestApplication<Server>,
  delayMs: number,
  closeDatabase: () => Promise<void>,
): Promise<void> {
  const server = app.getHttpServer();
  app.get(HealthService).startDraining();
  closeAfterResponses(server);
  await sleep(delayMs);
  server.closeIdleConnections();
  await app.close();
  await closeDatabase();
  logger.info('Stopped');
}

/** Closes each connection after its next response; otherwise a busy client would keep it open. */
function closeAfterResponses(server: Server): void {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
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
