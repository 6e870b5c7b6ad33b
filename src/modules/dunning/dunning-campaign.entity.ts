import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';
import type { CampaignStatus } from './dunning-campaign.rules';

@Entity('dunning_campaigns')
@Index('dunning_campaigns_code', ['organizationId', 'code'], { unique: true, where: 'deleted_at IS NULL' })
@Index('dunning_campaigns_default', ['organizationId'], {
  unique: true,
  where: 'applied_to_organization AND deleted_at IS NULL',
})
@Index('dunning_campaigns_created', ['organizationId', 'createdAt', 'id'])
export class DunningCampaignEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'text' }) status!: CampaignStatus;
  /** Payments that a request is given before it counts as failed. */
  @Column({ type: 'integer' }) maxAttempts!: number;
  /** Local days of the customer from one attempt to the next. */
  @Column({ type: 'integer' }) daysBetweenAttempts!: number;
  /** In JSON, where a number holds every amount that is accepted. */
  @Column({ type: 'jsonb' }) thresholds!: { currency: string; amountCents: number }[];
  /** Applies to every customer that has no campaign of its own; at most one of an organization does. */
  @Column({ type: 'boolean', default: false }) appliedToOrganization!: boolean;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @OptionalTimestamp() deletedAt!: Date | null;
}

/** The campaign of a customer that has one of its own. */
@Entity('customer_dunning_campaigns')
@Index('customer_dunning_campaigns_campaign', ['organizationId', 'dunningCampaignId', 'customerId'])
export class CustomerDunningCampaignEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) customerId!: string;
  @Column({ type: 'uuid' }) dunningCampaignId!: string;
}
