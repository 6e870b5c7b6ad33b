import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { CellState } from '../../../platform/cells/cell-state.rules';
import type { MoveStep } from '../../../platform/cells/move-steps.rules';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Transactions } from '../../../platform/database/transactions';
import { registry } from '../../../platform/observability/metrics';

/** A move out of this cell that is not done. */
export interface CellMove {
  readonly organizationId: string;
  readonly movedTo: string | null;
  readonly step: MoveStep;
  readonly detail: string | null;
  readonly startedAt: Date;
}

/** What the operator sees of this cell. */
export interface CellOverview {
  readonly name: string | null;
  readonly organizations: Record<CellState, number>;
  readonly moves: readonly CellMove[];
}

const organizations = new Gauge({
  name: 'billing_organizations',
  help: 'Organizations in this database, by their state in the cell (active, arriving, leaving, moved)',
  labelNames: ['cell_state'] as const,
  registers: [registry],
});

/** Tells of the cell that this database is (docs/scaling.md#cells). */
@Injectable()
export class CellsService implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    Object.assign(organizations, { collect: () => this.collect() });
  }

  async overview(): Promise<CellOverview> {
    const moves = await this.transactions.reader.query<CellMove[]>(
      `SELECT organization_id AS "organizationId", moved_to AS "movedTo", step, detail, started_at AS "startedAt"
         FROM organization_moves WHERE finished_at IS NULL ORDER BY started_at`,
    );
    return { name: this.config.cell, organizations: await this.counts(), moves };
  }

  private async counts(): Promise<Record<CellState, number>> {
    const rows = await this.transactions.reader.query<{ state: CellState; n: number }[]>(
      'SELECT cell_state AS state, count(*)::int AS n FROM organizations GROUP BY cell_state',
    );
    const counts = { active: 0, arriving: 0, leaving: 0, moved: 0 };
    for (const { state, n } of rows) counts[state] = n;
    return counts;
  }

  private async collect(): Promise<void> {
    const counts = await this.counts().catch(() => null); // the database is away: the last known values stay
    for (const [state, n] of Object.entries(counts ?? {})) organizations.set({ cell_state: state }, n);
  }
}
