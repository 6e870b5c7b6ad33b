import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';
import type { ChargeRun } from './aggregation/charge-run';
import type { ValueHistory } from './aggregation/day-changes';

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
  /** For a prorated metric: the operations that determine on which days the value is active. */
  @Column({ type: 'jsonb', nullable: true }) history!: ValueHistory | null;
}

/** The change in the level of a prorated metric on each local day of one billing period. */
@Entity('usage_day_changes')
export class UsageDayChangesEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) periodId!: string;
  @PrimaryColumn({ type: 'uuid' }) billableMetricId!: string;
  /** Decimal strings by day, as the number of days since 1970-01-01. */
  @Column({ type: 'jsonb' }) changes!: Record<string, string>;
}

/** The running aggregate of one percentage charge in one billing period. */
@Entity('usage_charge_states')
export class UsageChargeStateEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) periodId!: string;
  @PrimaryColumn({ type: 'uuid' }) chargeId!: string;
  @Column({ type: 'jsonb' }) state!: ChargeRun;
}
