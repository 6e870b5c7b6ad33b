import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { pendingMigrations } from '../database/migrate';

/** Whether the process can serve, and what it lacks. */
export interface Readiness {
  status: 'ok' | 'unavailable';
  database: 'ok' | 'unreachable';
  migrations: 'ok' | 'pending' | 'unknown';
}

/** Looks at what a request would need. */
@Injectable()
export class HealthService {
  private draining = false;

  constructor(private readonly dataSource: DataSource) {}

  /** From now on not ready: the process is shutting down, traffic should go elsewhere. */
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
