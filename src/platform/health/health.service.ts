import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../config/config';
import { pendingMigrations } from '../database/migrate';
import { WriteFailures } from '../database/write-failures';
import { databaseWritesFailing } from '../observability/metrics';

/** Body of /health/ready. */
export interface Readiness {
  status: 'ok' | 'unavailable';
  database: 'ok' | 'unreachable';
  migrations: 'ok' | 'pending' | 'unknown';
  /** Present only while the database refuses writes. */
  writes?: 'failing';
  /** Present only while the process is stopping, which makes it `unavailable`. */
  process?: 'stopping';
}

/** Shorter than the timeouts of load balancers, and than the waits for a connection and a locked table together. */
const CHECK_TIMEOUT_MS = 3000;
/** How long a refused write keeps requests away: without requests, no write would show that the next ones succeed. */
const RETRY_WRITES_MS = 30_000;
const UNREACHABLE: Readiness = { status: 'unavailable', database: 'unreachable', migrations: 'unknown' };

/** Checks whether the process can serve requests (docs/operations.md#health-checks). */
@Injectable()
export class HealthService implements OnModuleInit {
  private draining = false;
  /** Remembered, so that a locked table of migrations does not stop a process that needs no migration. */
  private isMigrated = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly writeFailures: WriteFailures,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const collect = async (): Promise<void> => {
      const isReadOnly = await this.isReadOnly().catch(() => null);
      if (isReadOnly === null) return; // the database is unavailable: the gauge keeps its last value
      databaseWritesFailing.set(isReadOnly || this.writeFailures.age !== null ? 1 : 0);
    };
    Object.assign(databaseWritesFailing, { collect });
  }

  /** Makes the process report that it is not ready, so that load balancers stop sending requests. */
  startDraining(): void {
    this.draining = true;
  }

  /** Returns within a few seconds, even if the database does not respond. */
  async readiness(): Promise<Readiness> {
    const checked = this.check().catch(() => UNREACHABLE);
    const readiness = await Promise.race([checked, sleep(CHECK_TIMEOUT_MS, UNREACHABLE, { ref: false })]);
    return this.draining ? { ...readiness, status: 'unavailable', process: 'stopping' } : readiness;
  }

  private async check(): Promise<Readiness> {
    const [isMigrated, isReadOnly] = await Promise.all([this.hasMigrated(), this.isReadOnly()]);
    const migrations = isMigrated ? 'ok' : 'pending';
    const { age } = this.writeFailures;
    const refusesWrites = isReadOnly || (age !== null && age < RETRY_WRITES_MS);
    const accepts = !refusesWrites || !this.config.http.readyRequiresWrites;
    return {
      status: migrations === 'ok' && accepts ? 'ok' : 'unavailable',
      database: 'ok',
      migrations,
      ...(isReadOnly || age !== null ? { writes: 'failing' } : {}),
    };
  }

  private async hasMigrated(): Promise<boolean> {
    this.isMigrated ||= (await pendingMigrations(this.dataSource)).length === 0;
    return this.isMigrated;
  }

  /** Returns whether new transactions are read-only: always in a standby, else by a setting. */
  private async isReadOnly(): Promise<boolean> {
    const text = `SELECT current_setting('transaction_read_only') = 'on' AS readonly`;
    const [row] = await this.dataSource.query<[{ readonly: boolean }]>(text);
    return row.readonly;
  }
}
