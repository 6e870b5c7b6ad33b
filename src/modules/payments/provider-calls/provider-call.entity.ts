import { Column, Entity, Index } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../../../platform/database/columns';

/**
 * `pending`: sent, and no answer recorded, also after a crash. `lost`: no complete answer came, the request may have had
 * its effect. `unsent`: no connection could be established.
 */
export const CALL_OUTCOMES = ['pending', 'answered', 'lost', 'unsent'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** A request to the API of a payment provider, and its answer, without secrets, card data and personal data. */
@Entity('provider_calls')
@Index('provider_calls_created', ['organizationId', 'provider', 'createdAt', 'id'])
@Index('provider_calls_collection', ['organizationId', 'collectionId', 'createdAt', 'id'], {
  where: 'collection_id IS NOT NULL',
})
@Index('provider_calls_customer', ['organizationId', 'customerId'], { where: 'customer_id IS NOT NULL' })
@Index('provider_calls_old', ['createdAt'])
export class ProviderCallEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) provider!: string;
  /** The collection that the call belongs to; null for others, such as the check of a connection. */
  @Column({ type: 'uuid', nullable: true }) collectionId!: string | null;
  @Column({ type: 'uuid', nullable: true }) customerId!: string | null;
  @Column({ type: 'text' }) method!: string;
  /** With the query, below the provider's host. */
  @Column({ type: 'text' }) path!: string;
  @Column({ type: 'text', nullable: true }) request!: string | null;
  @Column({ type: 'text' }) outcome!: CallOutcome;
  @Column({ type: 'integer', nullable: true }) status!: number | null;
  @Column({ type: 'text', nullable: true }) response!: string | null;
  /** Why there is no complete answer. */
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  @Column({ type: 'integer', nullable: true }) durationMs!: number | null;
  @Timestamp() createdAt!: Date;
}
