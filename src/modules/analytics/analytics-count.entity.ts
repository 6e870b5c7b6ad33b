import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationId, Timestamp } from '../../platform/database/columns';

/** The sum of one measure in a quarter of an hour. `analytics_changes` has the changes that are not yet added. */
@Entity('analytics_counts')
export class AnalyticsCountEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'text' }) measure!: string;
  /** Start of the quarter of an hour: every local day begins with one, whatever the time zone. */
  @Timestamp({ primary: true }) quarter!: Date;
  /** Whose values these are: a currency, or the ID of an endpoint or a metric. */
  @PrimaryColumn({ type: 'text' }) subject!: string;
  /** A whole number; more digits than a bigint, so that no sum fails the transaction of a change. */
  @Column({ type: 'numeric' }) value!: string;
}

/**
 * A change of a measure, which a trigger inserts in the transaction of the counted change. Rows are only inserted, so that
 * concurrent transactions do not wait for each other. A job adds them to the counts.
 */
@Entity('analytics_changes')
export class AnalyticsChangeEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'text' }) measure!: string;
  @Timestamp({ primary: true }) quarter!: Date;
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) id!: string;
  @Column({ type: 'text' }) subject!: string;
  @Column({ type: 'numeric' }) value!: string;
}
