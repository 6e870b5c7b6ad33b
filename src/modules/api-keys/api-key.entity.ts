import { Column, Entity, Index } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';

/** `active` until revoked. An expired key stays `active`; its `expiresAt` refuses it. */
export type ApiKeyStatus = 'active' | 'revoked';

@Entity('api_keys')
@Index('api_keys_hash', ['keyHash'])
@Index('api_keys_created', ['organizationId', 'createdAt', 'id'])
export class ApiKeyEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) name!: string;
  /** The tags of the raw key and 8 more characters, so that people can tell keys apart. */
  @Column({ type: 'text' }) keyPrefix!: string;
  /** Hex SHA-256 of the raw key. The raw key itself is never stored. */
  @Column({ type: 'text' }) keyHash!: string;
  @Column({ type: 'text' }) status!: ApiKeyStatus;
  /** Published scopes, or `*` alone (docs/security.md#scopes). Never changed. */
  @Column({ type: 'text', array: true, default: ['*'] }) scopes!: string[];
  @OptionalTimestamp() lastUsedAt!: Date | null;
  @OptionalTimestamp() expiresAt!: Date | null;
  /** When a rotation replaced the key. It may work for an overlap; it cannot be rotated again. */
  @OptionalTimestamp() rotatedAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
