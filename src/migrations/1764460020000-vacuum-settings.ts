import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By default, a table of a billion rows is vacuumed and analysed after 200 and 100 million changes. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  // Only ever added to: a vacuum reads the new pages, so that index-only scans and the freezing of rows keep up.
  usage_events: {
    autovacuum_vacuum_insert_scale_factor: 0,
    autovacuum_vacuum_insert_threshold: 1_000_000,
    autovacuum_vacuum_scale_factor: 0.01,
    autovacuum_analyze_scale_factor: 0.01,
  },
  // Added to and deleted from by retention: the space of deleted rows is free for new ones only after a vacuum.
  outbox_events: {
    autovacuum_vacuum_insert_scale_factor: 0.02,
    autovacuum_vacuum_scale_factor: 0.02,
    autovacuum_analyze_scale_factor: 0.02,
  },
  webhook_deliveries: {
    autovacuum_vacuum_insert_scale_factor: 0.02,
    autovacuum_vacuum_scale_factor: 0.02,
    autovacuum_analyze_scale_factor: 0.02,
  },
  webhook_attempts: {
    autovacuum_vacuum_insert_scale_factor: 0.02,
    autovacuum_vacuum_scale_factor: 0.02,
    autovacuum_analyze_scale_factor: 0.02,
  },
  audit_log: {
    autovacuum_vacuum_insert_scale_factor: 0.02,
    autovacuum_analyze_scale_factor: 0.02,
  },
  // Updated with every batch of events: heap-only, so that pruning and vacuuming keep their pages small.
  usage_totals: { autovacuum_vacuum_scale_factor: 0.02, autovacuum_analyze_scale_factor: 0.05 },
  usage_periods: { autovacuum_vacuum_scale_factor: 0.02, autovacuum_analyze_scale_factor: 0.05 },
  usage_charge_states: { autovacuum_vacuum_scale_factor: 0.02, autovacuum_analyze_scale_factor: 0.05 },
  // Locked by every batch of events, and by billing.
  metered_subscriptions: { autovacuum_vacuum_scale_factor: 0.05 },
};

/** Autovacuum by table. The lock of these statements lets reads and writes pass. */
export class VacuumSettings1764460020000 implements MigrationInterface {
  readonly name = 'VacuumSettings1764460020000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, settings] of Object.entries(SETTINGS)) {
      const list = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
      await runner.query(`ALTER TABLE ${table} SET (${list.join(', ')})`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, settings] of Object.entries(SETTINGS)) {
      await runner.query(`ALTER TABLE ${table} RESET (${Object.keys(settings).join(', ')})`);
    }
  }
}
