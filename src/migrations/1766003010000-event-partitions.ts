import type { MigrationInterface, QueryRunner } from 'typeorm';
import { convertToPartitions, revertPartitions } from './partitioning';

const EVENTS = {
  table: 'outbox_events',
  // A delivery is as old as its event, or a little older: the transaction may have waited for a lock between the two ids.
  survivors: `EXISTS (
    SELECT FROM (
      SELECT organization_id, event_id FROM webhook_queue WHERE event_id >= :lower AND event_id < :upper
      UNION ALL
      SELECT organization_id, event_id FROM webhook_deliveries
       WHERE event_id >= :lower AND event_id < :upper AND id < :upper
         AND id >= first_id_at(greatest(instant_of_id(:lower) - interval '1 hour', 'epoch'))) AS used
     WHERE used.organization_id = kept.organization_id AND used.event_id = kept.id)`,
  retireOrder: 3,
  storage:
    'autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02',
};

/** Partitions events by time; those of deliveries that are left outlive the retention (docs/decisions.md#partitions). */
export class EventPartitions1766003010000 implements MigrationInterface {
  readonly name = 'EventPartitions1766003010000';
  /** Its steps commit one by one, so that none holds a lock for long. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await convertToPartitions(runner, EVENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await revertPartitions(runner, EVENTS);
  }
}
