import { Column, Entity, Index } from 'typeorm';
import { AmountCents, Id, OrganizationId, Timestamp } from '../../platform/database/columns';
import type { PlanInterval } from './plan.rules';

/** The price of a plan. Immutable, because subscriptions reference it. */
@Entity('plan_versions')
@Index('plan_versions_version', ['organizationId', 'planId', 'version'], { unique: true })
export class PlanVersionEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) planId!: string;
  /** Number of the version within the plan, from 1. */
  @Column({ type: 'integer' }) version!: number;
  @Column({ type: 'text' }) interval!: PlanInterval;
  /** Price of one billing period without usage, in minor units. */
  @AmountCents() amountCents!: bigint;
  @Column({ type: 'text' }) currency!: string;
  @Column({ type: 'integer', default: 0 }) trialPeriodDays!: number;
  @Column({ type: 'boolean', default: false }) payInAdvance!: boolean;
  @Timestamp() createdAt!: Date;
}

@Entity('charges')
@Index('charges_position', ['organizationId', 'planVersionId', 'position'], { unique: true })
@Index('charges_billable_metric', ['organizationId', 'billableMetricId'])
export class ChargeEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) planVersionId!: string;
  /** Index of the charge in the `charges` of the request. */
  @Column({ type: 'integer' }) position!: number;
  @Column({ type: 'uuid' }) billableMetricId!: string;
  @Column({ type: 'text' }) chargeModel!: string;
  @Column({ type: 'jsonb' }) properties!: object;
  @Column({ type: 'text', nullable: true }) invoiceDisplayName!: string | null;
  /** Whether units count by the days on which they are held. */
  @Column({ type: 'boolean', default: false }) prorated!: boolean;
}
