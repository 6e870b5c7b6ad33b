import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  AmountCents,
  Id,
  OptionalTimestamp,
  OrganizationId,
  Timestamp,
} from '../../platform/database/columns';

/**
 * An amount of usage in a billing period. Usage that reaches it emits an event. A threshold belongs to a plan
 * or to one subscription.
 */
@Entity('usage_thresholds')
@Check('usage_thresholds_owner', '(plan_id IS NULL) <> (subscription_id IS NULL)')
@Index('usage_thresholds_plan', ['organizationId', 'planId', 'amountCents', 'recurring'], {
  unique: true,
  where: 'deleted_at IS NULL AND plan_id IS NOT NULL',
})
@Index('usage_thresholds_subscription', ['organizationId', 'subscriptionId', 'amountCents', 'recurring'], {
  unique: true,
  where: 'deleted_at IS NULL AND subscription_id IS NOT NULL',
})
export class UsageThresholdEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid', nullable: true }) planId!: string | null;
  @Column({ type: 'uuid', nullable: true }) subscriptionId!: string | null;
  @AmountCents() amountCents!: bigint;
  @Column({ type: 'text', nullable: true }) thresholdDisplayName!: string | null;
  /** If true, every multiple of the amount counts as a separate crossing. */
  @Column({ type: 'boolean', default: false }) recurring!: boolean;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @OptionalTimestamp() deletedAt!: Date | null;
}

/** A recorded crossing. The primary key ensures that each crossing emits only one event. */
@Entity('usage_threshold_crossings')
export class UsageThresholdCrossingEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) periodId!: string;
  @PrimaryColumn({ type: 'uuid' }) thresholdId!: string;
  /** Multiple of the amount that was crossed; 1 unless the threshold is recurring. */
  @PrimaryColumn({ type: 'bigint' }) multiple!: string;
  @Column({ type: 'uuid' }) subscriptionId!: string;
  /** Usage amount of the period, in minor units, as of when the crossing was recorded. */
  @AmountCents() usageAmountCents!: bigint;
  @Timestamp() crossedAt!: Date;
}
