import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { pendingMigrations } from '../database/migrate';

/** Body of /health/ready. A process that is stopping is `unavailable` although database and migrations are `ok`. */
export interface Readiness {
  status: 'ok' | 'unavailable';
  database: 'ok' | 'unreachable';
  migrations: 'ok' | 'pending' | 'unknown';
}

@Injectable()
export class HealthService {
  private draining = false;

  constructor(private readonly dataSource: DataSource) {}

  /** Makes the process report that it is not ready, so that load balancers stop sending requests. */
  startDraining(): void {
    this.draining = true;
  }

  async readiness(): Promise<Readiness> {
    try {
      const pending = await pendingMigrations(this.dataSource);
      const migrations = pending.length === 0 ? 'ok' : 'pending';
      const serving = migrations === 'ok' && !this.draining;
      return { status: serving ? 'ok' : 'unavailable', database: 'ok', migrations };
    } catch {
      return { status: 'unavailable', database: 'unreachable', migrations: 'unknown' };
    }
  }
}
