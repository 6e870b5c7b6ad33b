import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns';

/** Usage events that were stored on a day, in several rows, so that connections do not wait for each other. */
@Entity('usage_days')
export class UsageDayEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @PrimaryColumn({ type: 'uuid' }) billableMetricId!: string;
  @PrimaryColumn({ type: 'smallint' }) slot!: number;
  @Column({ type: 'bigint' }) events!: string;
}
