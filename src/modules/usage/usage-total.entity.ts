import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';
import type { ChargeRun } from './aggregation/charge-run';

/** The running aggregate of one metric in one billing period; see aggregation/usage-total.ts. */
@Entity('usage_totals')
@Index('usage_totals_billable_metric', ['organizationId', 'billableMetricId', 'periodId'])
export class UsageTotalEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) periodId!: string;
  @PrimaryColumn({ type: 'uuid' }) billableMetricId!: string;
  @Column({ type: 'bigint', default: 0 }) eventsCount!: string;
  @Column({ type: 'bigint', default: 0 }) lateCount!: string;
  @Column({ type: 'numeric', default: 0 }) sum!: string;
  @Column({ type: 'numeric', default: 0 }) moment!: string;
  @Column({ type: 'numeric', nullable: true }) max!: string | null;
  @Column({ type: 'numeric', nullable: true }) latest!: string | null;
  @OptionalTimestamp() latestAt!: Date | null;
  @Column({ type: 'bigint', nullable: true }) latestSequence!: string | null;
  @Column({ type: 'bigint', default: 0 }) distinctCount!: string;
  @Column({ type: 'numeric', default: 0 }) carried!: string;
  @Column({ type: 'numeric', default: 0 }) lateSum!: string;
}

/** The last operation on one value of a unique_count metric, up to the end of one billing period. */
@Entity('usage_distinct_values')
export class UsageDistinctValueEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) periodId!: string;
  @PrimaryColumn({ type: 'uuid' }) billableMetricId!: string;
  /** Long values are hashed, because an index entry has a maximum size: see aggregation/event-value.ts. */
  @PrimaryColumn({ type: 'text' }) valueKey!: string;
  @Column({ type: 'boolean' }) active!: boolean;
  @Timestamp() operationAt!: Date;
  @Column({ type: 'bigint' }) operationSequence!: string;
}

/** The running aggregate of one percentage charge in one billing period. */
@Entity('usage_charge_states')
export class UsageChargeStateEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) periodId!: string;
  @PrimaryColumn({ type: 'uuid' }) chargeId!: string;
  @Column({ type: 'jsonb' }) state!: ChargeRun;
}
