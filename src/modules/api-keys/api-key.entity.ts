import { Column, Entity, Index } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';

/** `active` until revoked. An expired key stays `active`, and is refused because of its `expiresAt`. */
export type ApiKeyStatus = 'active' | 'revoked';

@Entity('api_keys')
@Index('api_keys_hash', ['keyHash'])
@Index('api_keys_created', ['organizationId', 'createdAt', 'id'])
export class ApiKeyEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) name!: string;
  /** The first 17 characters of the raw key, so that people can tell keys apart. */
  @Column({ type: 'text' }) keyPrefix!: string;
  /** Hex SHA-256 of the raw key. The raw key itself is never stored. */
  @Column({ type: 'text' }) keyHash!: string;
  @Column({ type: 'text' }) status!: ApiKeyStatus;
  @OptionalTimestamp() lastUsedAt!: Date | null;
  @OptionalTimestamp() expiresAt!: Date | null;
  /** The key that a rotation created in its place. A replaced key is usable until the end of the overlap. */
  @Column({ type: 'uuid', nullable: true }) replacedById!: string | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
