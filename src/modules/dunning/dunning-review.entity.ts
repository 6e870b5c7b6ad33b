import { Column, Entity, Index } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../../platform/database/columns';

/**
 * A customer to review, because an invoice became overdue, another campaign applies, a request ended, or the next
 * attempt of a request is due. The review deletes the row in its transaction.
 */
@Entity('dunning_reviews')
@Index('dunning_reviews_due', ['dueAt', 'organizationId', 'id'])
export class DunningReviewEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  @Timestamp() dueAt!: Date;
}
