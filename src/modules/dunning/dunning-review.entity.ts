import { Column, Entity, Index } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../../platform/database/columns';
import type { BillingError } from '../invoices';

/**
 * A customer to review, because an invoice became overdue, another campaign applies, a request ended, or the next
 * attempt of a request is due. The review deletes the row in its transaction.
 */
@Entity('dunning_reviews')
@Index('dunning_reviews_due', ['dueAt', 'organizationId', 'id'])
@Index('dunning_reviews_billing_error', ['organizationId', 'id'], { where: 'billing_error IS NOT NULL' })
export class DunningReviewEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  /** When the review is due, or is retried after a failure. */
  @Timestamp() dueAt!: Date;
  /** Null unless the review fails. It is set aside until it succeeds. */
  @Column({ type: 'jsonb', nullable: true }) billingError!: BillingError | null;
}
