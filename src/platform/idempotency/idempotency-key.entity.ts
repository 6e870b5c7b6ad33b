import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationId, Timestamp } from '../database/columns';
import { Sealed } from '../secrets/sealed-column';

/** Purpose of the sub-keys that encrypt stored responses. */
export const SECRET_PURPOSE = 'idempotency';

/** The response to a request with an Idempotency-Key, stored for 24 hours. */
@Entity('idempotency_keys')
@Index('idempotency_keys_expiry', ['expiresAt'])
@Index('idempotency_keys_customer', ['organizationId', 'customerId'], { where: 'customer_id IS NOT NULL' })
export class IdempotencyKeyEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'text' }) key!: string;
  /** SHA-256 of method, path and body. */
  @Column({ type: 'text' }) fingerprint!: string;
  @Column({ type: 'smallint' }) status!: number;
  /** Encrypted, because a response may contain a raw API key or a signing secret. */
  @Sealed(SECRET_PURPOSE, 'key') sealedBody!: string;
  /** The customer that the response shows or belongs to, to find what must be erased. */
  @Column({ type: 'uuid', nullable: true }) customerId!: string | null;
  @Timestamp() expiresAt!: Date;
}
