import { Column, Entity, Index } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../../platform/database/columns';

export const CHANGE_TIMES = ['now', 'period_end'] as const;

/** When subscriptions move to a newer version of their plan: immediately, or at the end of their billing period. */
export type ChangeTime = (typeof CHANGE_TIMES)[number];

/** Why a subscription could not be moved. */
export interface MigrationFailure {
  subscriptionId: string;
  code: string;
  message: string;
}

/** A job that moves the subscriptions of a plan to a newer version, one after the other. */
@Entity('plan_migrations')
@Index('plan_migrations_running', ['updatedAt', 'id'], { where: 'completed_at IS NULL' })
export class PlanMigrationEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) planId!: string;
  /** The version that was the newest when the migration was requested. */
  @Column({ type: 'uuid' }) toVersionId!: string;
  @Column({ type: 'integer' }) toVersion!: number;
  /** The versions whose subscriptions are moved; null for all earlier ones. */
  @Column({ type: 'integer', array: true, nullable: true }) fromVersions!: number[] | null;
  @Column({ type: 'text' }) at!: ChangeTime;
  /** Number of subscriptions to move when the migration was requested. */
  @Column({ type: 'integer' }) total!: number;
  @Column({ type: 'integer' }) done!: number;
  @Column({ type: 'integer' }) failed!: number;
  /** The first failures. */
  @Column({ type: 'jsonb' }) failures!: MigrationFailure[];
  /** The subscription that was processed last, in the order of creation. */
  @OptionalTimestamp() lastCreatedAt!: Date | null;
  @Column({ type: 'uuid', nullable: true }) lastSubscriptionId!: string | null;
  @OptionalTimestamp() completedAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
