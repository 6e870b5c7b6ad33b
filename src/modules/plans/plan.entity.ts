import { Column, Entity, Index } from 'typeorm';
import {
  Id,
  OptionalTimestamp,
  OrganizationId,
  RowVersion,
  SearchIndex,
  Timestamp,
} from '../../platform/database/columns';

@Entity('plans')
@Index('plans_code', ['organizationId', 'code'], { unique: true, where: 'deleted_at IS NULL' })
@Index('plans_created', ['organizationId', 'createdAt', 'id'])
@SearchIndex('plans_search_name')
@SearchIndex('plans_search_code')
export class PlanEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  /** The version that new subscriptions use. */
  @Column({ type: 'uuid' }) currentVersionId!: string;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @RowVersion() rowVersion!: number;
  @OptionalTimestamp() deletedAt!: Date | null;
}
