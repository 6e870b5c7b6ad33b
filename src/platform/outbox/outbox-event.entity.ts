import { Column, Entity, Index } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../database/columns';

/** One event: the exact bytes of the delivery body, written with the change that caused it. */
@Entity('outbox_events')
@Index('outbox_events_object', ['organizationId', 'objectType', 'objectId', 'sequence'], { unique: true })
@Index('outbox_events_created', ['createdAt'])
export class OutboxEventEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) kind!: string;
  @Column({ type: 'text' }) objectType!: string;
  @Column({ type: 'uuid' }) objectId!: string;
  /** Counts the events of the object from 1, without gaps. */
  @Column({ type: 'integer' }) sequence!: number;
  /** Text, not jsonb: these bytes are signed and must never be formatted anew. */
  @Column({ type: 'text' }) payload!: string;
  @Timestamp() createdAt!: Date;
}

/** The last sequence number given out per object; outlives the events that retention removes. */
@Entity('outbox_sequences')
export class OutboxSequenceEntity {
  @OrganizationId() organizationId!: string;
  @Column({ type: 'text', primary: true }) objectType!: string;
  @Column({ type: 'uuid', primary: true }) objectId!: string;
  @Column({ type: 'integer' }) lastSequence!: number;
}
