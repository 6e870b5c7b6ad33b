import { Column, Entity, Index } from 'typeorm';
import {
  Id,
  OptionalTimestamp,
  OrganizationId,
  RowVersion,
  SearchIndex,
  Timestamp,
} from '../../platform/database/columns';
import { NO_UNIT } from '../../platform/locales';
import type { AggregationType, RoundingFunction } from './billable-metric.rules';

@Entity('billable_metrics')
@Index('billable_metrics_code', ['organizationId', 'code'], { unique: true, where: 'deleted_at IS NULL' })
@Index('billable_metrics_created', ['organizationId', 'createdAt', 'id'])
@SearchIndex('billable_metrics_search_name')
@SearchIndex('billable_metrics_search_code')
export class BillableMetricEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  /** Usage events name the metric by its code. */
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'text' }) aggregationType!: AggregationType;
  /** The event property that is aggregated; null for count. */
  @Column({ type: 'text', nullable: true }) fieldName!: string | null;
  @Column({ type: 'text', nullable: true }) roundingFunction!: RoundingFunction | null;
  @Column({ type: 'integer', nullable: true }) roundingPrecision!: number | null;
  /** Whether the level at the end of a billing period carries over into the next. */
  @Column({ type: 'boolean', default: false }) recurring!: boolean;
  /** UN/ECE Recommendation 20. */
  @Column({ type: 'text', default: NO_UNIT }) unitCode!: string;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @RowVersion() rowVersion!: number;
  @OptionalTimestamp() deletedAt!: Date | null;
}
