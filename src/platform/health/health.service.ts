import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { pendingMigrations } from '../database/migrate';

/** Whether the process can serve requests, and if not, why. */
export interface Readiness {
  status: 'ok' | 'unavailable';
  database: 'ok' | 'unreachable';
  migrations: 'ok' | 'pending' | 'unknown';
}

/** Checks everything that requests need. */
@Injectable()
export class HealthService {
  private draining = false;

  constructor(private readonly dataSource: DataSource) {}

  /** Makes the process not ready from now on, so that load balancers stop sending requests. */
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
