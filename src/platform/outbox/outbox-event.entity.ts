import { Column, Entity, Index } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../database/columns';

/** One event with the exact bytes of its delivery body, written in the transaction of the change that caused it. */
@Entity('outbox_events')
@Index('outbox_events_object', ['organizationId', 'objectType', 'objectId', 'sequence'], { unique: true })
@Index('outbox_events_created', ['createdAt'])
export class OutboxEventEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) kind!: string;
  @Column({ type: 'text' }) objectType!: string;
  @Column({ type: 'uuid' }) objectId!: string;
  /** Number of the event among the events of the object: 1, 2, 3 and so on, without gaps. */
  @Column({ type: 'integer' }) sequence!: number;
  /** Text, not jsonb: these bytes are signed and must never be reformatted. */
  @Column({ type: 'text' }) payload!: string;
  /** Whether the event is a sample about a made-up object. It has one delivery, which was requested for it. */
  @Column({ type: 'boolean', default: false }) sample!: boolean;
  @Timestamp() createdAt!: Date;
}

/**
 * The last sequence number of an object. Locking the row prevents gaps and duplicates. Retention deletes the events but
 * keeps this row.
 */
@Entity('outbox_sequences')
export class OutboxSequenceEntity {
  @OrganizationId() organizationId!: string;
  @Column({ type: 'text', primary: true }) objectType!: string;
  @Column({ type: 'uuid', primary: true }) objectId!: string;
  @Column({ type: 'integer' }) lastSequence!: number;
}
