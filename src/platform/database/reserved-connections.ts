import type { OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import type { Config } from '../config/config';
import { poolOptions } from './data-source-options';
import type { Transaction } from './caller';

/** Runs single statements. */
export type Queries = Pick<Transaction, 'query'>;

/** Dependency-injection token of the connections of authentication. */
export const AUTHENTICATION_CONNECTIONS = Symbol('AUTHENTICATION_CONNECTIONS');
/** Dependency-injection token of the connection of health checks. */
export const HEALTH_CONNECTION = Symbol('HEALTH_CONNECTION');

/**
 * Connections that the work of organizations cannot use up, so that a key is checked and the health is known while all
 * other connections are taken (docs/decisions.md#fairness-of-the-api).
 */
export class ReservedConnections implements Queries, OnApplicationShutdown {
  private readonly pool: Pool;

  /** @param purpose part of the name that PostgreSQL shows */
  constructor(url: string, { role, database }: Config, purpose: string, poolSize: number) {
    const { timeoutMs } = database;
    const settings = { url, poolSize, timeoutMs, applicationName: `billing-${role}-${purpose}` };
    this.pool = new Pool(poolOptions(settings));
    this.pool.on('error', () => undefined); // an idle connection was lost; the next query opens another
  }

  async query<Rows>(text: string, values: unknown[] = []): Promise<Rows> {
    return (await this.pool.query(text, values)).rows as Rows;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
