import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationId, Timestamp } from '../database/columns';

/** The 2xx response to a request with an Idempotency-Key, stored for 24 hours. */
@Entity('idempotency_keys')
@Index('idempotency_keys_expiry', ['expiresAt'])
export class IdempotencyKeyEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'text' }) key!: string;
  /** Hex SHA-256 of method, path and body. */
  @Column({ type: 'text' }) fingerprint!: string;
  @Column({ type: 'smallint' }) status!: number;
  /** Encrypted, because a response may contain a raw API key or a signing secret. */
  @Column({ type: 'text' }) sealedBody!: string;
  @Timestamp() expiresAt!: Date;
}
