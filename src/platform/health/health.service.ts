import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../config/config';
import { pendingMigrations } from '../database/migrate';
import { HEALTH_CONNECTION, type Queries } from '../database/reserved-connections';
import { WriteFailures } from '../database/write-failures';
import { databaseWritesFailing } from '../observability/metrics';

/** Whether the process can serve requests, and what is missing. */
export interface Readiness {
  status: 'ok' | 'unavailable';
  database: 'ok' | 'unreachable';
  migrations: 'ok' | 'pending' | 'unknown';
  /** Only while the database refuses writes (docs/operations.md#health-checks). */
  writes?: 'failing';
}

/** Checks what requests need. */
@Injectable()
export class HealthService implements OnApplicationBootstrap {
  private draining = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(HEALTH_CONNECTION) private readonly connection: Queries,
    private readonly writeFailures: WriteFailures,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    Object.assign(databaseWritesFailing, {
      collect: async () => {
        const failing = await this.refusesWrites().catch(() => null);
        if (failing !== null) databaseWritesFailing.set(failing ? 1 : 0); // away: the last known value stays
      },
    });
  }

  /** Makes the process not ready from now on, so that load balancers stop sending requests. */
  startDraining(): void {
    this.draining = true;
  }

  async readiness(): Promise<Readiness> {
    try {
      const pending = await pendingMigrations(this.dataSource, this.connection);
      const failing = await this.refusesWrites();
      const migrations = pending.length === 0 ? 'ok' : 'pending';
      const sufficient = !failing || !this.config.http.readyRequiresWrites;
      const serving = migrations === 'ok' && sufficient && !this.draining;
      return {
        status: serving ? 'ok' : 'unavailable',
        database: 'ok',
        migrations,
        ...(failing ? { writes: 'failing' } : {}),
      };
    } catch {
      return { status: 'unavailable', database: 'unreachable', migrations: 'unknown' };
    }
  }

  private async refusesWrites(): Promise<boolean> {
    const [{ readonly }] = await this.connection.query<[{ readonly: boolean }]>(
      `SELECT current_setting('transaction_read_only') = 'on' AS readonly`, // 'on' in a standby as well
    );
    return readonly || this.writeFailures.isRecent;
  }
}
