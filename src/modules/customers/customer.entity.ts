import { Column, Entity, Index } from 'typeorm';
import {
  Id,
  OptionalTimestamp,
  OrganizationId,
  RowVersion,
  SearchIndex,
  Timestamp,
} from '../../platform/database/columns';

@Entity('customers')
@Index('customers_external_id', ['organizationId', 'externalId'], {
  unique: true,
  where: 'deleted_at IS NULL',
})
@Index('customers_email', ['organizationId', 'email', 'createdAt', 'id'])
@Index('customers_created', ['organizationId', 'createdAt', 'id'])
@Index('customers_updated', ['organizationId', 'updatedAt', 'id'])
@SearchIndex('customers_search_name')
@SearchIndex('customers_search_external_id')
@SearchIndex('customers_search_email')
export class CustomerEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  /** The ID of the customer in the organization's own systems. */
  @Column({ type: 'text' }) externalId!: string;
  @Column({ type: 'text', nullable: true }) name!: string | null;
  /** The registered name, for documents; null for `name`. */
  @Column({ type: 'text', nullable: true }) legalName!: string | null;
  /** Tax identification numbers; the first is the VAT number. */
  @Column({ type: 'jsonb', default: [] }) taxIds!: string[];
  /** Null for the organization's. */
  @Column({ type: 'text', nullable: true }) locale!: string | null;
  @Column({ type: 'text', nullable: true }) email!: string | null;
  /** ISO 4217; null for the organization's default. */
  @Column({ type: 'text', nullable: true }) currency!: string | null;
  /** IANA; null for the organization's default. */
  @Column({ type: 'text', nullable: true }) timezone!: string | null;
  @Column({ type: 'text', nullable: true }) country!: string | null;
  @Column({ type: 'text', nullable: true }) addressLine1!: string | null;
  @Column({ type: 'text', nullable: true }) addressLine2!: string | null;
  @Column({ type: 'text', nullable: true }) zipcode!: string | null;
  @Column({ type: 'text', nullable: true }) city!: string | null;
  @Column({ type: 'text', nullable: true }) state!: string | null;
  @Column({ type: 'jsonb', default: {} }) metadata!: Record<string, string>;
  /** Days for which a periodic invoice remains a draft. */
  @Column({ type: 'integer', default: 0 }) invoiceGracePeriod!: number;
  /** Days from the issuing date to the due date. */
  @Column({ type: 'integer', default: 30 }) netPaymentTerm!: number;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @RowVersion() rowVersion!: number;
  @OptionalTimestamp() deletedAt!: Date | null;
}
