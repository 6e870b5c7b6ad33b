import { Column, Entity, Index } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../../platform/database/columns';

export const MIGRATION_MOMENTS = ['now', 'period_end'] as const;

/** When subscriptions take the newest version: at once, or at the end of their billing periods. */
export type MigrationMoment = (typeof MIGRATION_MOMENTS)[number];

/** Why one subscription was not moved. */
export interface MigrationFailure {
  subscriptionId: string;
  code: string;
  message: string;
}

/** A job that moves the subscriptions of a plan to its newest version, one after the other. */
@Entity('plan_migrations')
@Index('plan_migrations_running', ['organizationId', 'planId'], {
  unique: true,
  where: 'next_run_at IS NOT NULL',
})
@Index('plan_migrations_next_run', ['nextRunAt', 'id'], { where: 'next_run_at IS NOT NULL' })
export class PlanMigrationEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) planId!: string;
  /** The newest version when the migration was requested. */
  @Column({ type: 'integer' }) toVersion!: number;
  /** Versions whose subscriptions are moved; null for all earlier ones. */
  @Column({ type: 'integer', array: true, nullable: true }) fromVersions!: number[] | null;
  @Column({ type: 'text' }) at!: MigrationMoment;
  /** Subscriptions to move when the migration was requested. */
  @Column({ type: 'integer' }) total!: number;
  @Column({ type: 'integer', default: 0 }) moved!: number;
  /** Subscriptions that are about to leave the plan. */
  @Column({ type: 'integer', default: 0 }) skipped!: number;
  @Column({ type: 'integer', default: 0 }) failed!: number;
  /** The first of those that failed. */
  @Column({ type: 'jsonb', default: [] }) failures!: MigrationFailure[];
  /** The last subscription that was processed, in the order of creation. */
  @OptionalTimestamp() lastCreatedAt!: Date | null;
  @Column({ type: 'uuid', nullable: true }) lastSubscriptionId!: string | null;
  /** Due while subscriptions remain; null when all have been processed. */
  @OptionalTimestamp() nextRunAt!: Date | null;
  @OptionalTimestamp() completedAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
