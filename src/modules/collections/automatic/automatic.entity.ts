import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../../platform/database/columns';
import type { ChargeTime, CollectionMethod, SubjectType } from './automatic.rules';

/** How the invoices of a subject are collected; the nearest one to an invoice counts. */
@Entity('collection_settings')
export class CollectionSettingEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'text' }) subjectType!: SubjectType;
  @PrimaryColumn({ type: 'uuid' }) subjectId!: string;
  @Column({ type: 'text', nullable: true }) collectionMethod!: CollectionMethod | null;
  /** Of an organization only. */
  @Column({ type: 'text', nullable: true }) chargeAt!: ChargeTime | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}

/** An invoice that is charged by itself, until nothing is due on it any more. */
@Entity('scheduled_charges')
@Index('scheduled_charges_invoice', ['organizationId', 'invoiceId'], { unique: true })
@Index('scheduled_charges_due_idx', ['dueAt', 'organizationId', 'id'], { where: 'due_at IS NOT NULL' })
@Check('scheduled_charges_due', "(status = 'waiting') = (due_at IS NOT NULL)")
export class ScheduledChargeEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) invoiceId!: string;
  /** `stopped`: a person has to act, `reason` says why. */
  @Column({ type: 'text' }) status!: 'waiting' | 'charging' | 'stopped';
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  /** Charges that were begun. */
  @Column({ type: 'integer', default: 0 }) attempts!: number;
  /** By the service's clock. */
  @OptionalTimestamp() dueAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
