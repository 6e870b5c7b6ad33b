import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  Id,
  OptionalTimestamp,
  OrganizationId,
  RowVersion,
  Timestamp,
} from '../../platform/database/columns';
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
  /** Number of payment attempts before a payment request fails. */
  @Column({ type: 'integer' }) maxAttempts!: number;
  /** Days between attempts, in the customer's time zone. */
  @Column({ type: 'integer' }) daysBetweenAttempts!: number;
  /** Amounts are JSON numbers, because every accepted amount is a safe integer. */
  @Column({ type: 'jsonb' }) thresholds!: { currency: string; amountCents: number }[];
  /**
   * Whether this is the organization's default campaign, for customers without an assigned one. At most one per
   * organization.
   */
  @Column({ type: 'boolean', default: false }) appliedToOrganization!: boolean;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @RowVersion() rowVersion!: number;
  @OptionalTimestamp() deletedAt!: Date | null;
}

@Entity('customer_dunning_campaigns')
@Index('customer_dunning_campaigns_campaign', ['organizationId', 'dunningCampaignId', 'customerId'])
export class CustomerDunningCampaignEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) customerId!: string;
  @Column({ type: 'uuid' }) dunningCampaignId!: string;
}
