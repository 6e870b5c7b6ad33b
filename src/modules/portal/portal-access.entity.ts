import { Column, Entity, Index } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../../platform/database/columns';

/** `link`: opens the portal; `session`: what a browser got for a link. */
export type PortalAccessKind = 'link' | 'session';

/** Lets somebody see the portal of one customer until it expires (docs/portal.md). */
@Entity('portal_accesses')
@Index('portal_accesses_token', ['organizationId', 'tokenHash'], { unique: true })
@Index('portal_accesses_customer', ['organizationId', 'customerId', 'expiresAt'])
export class PortalAccessEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  @Column({ type: 'text' }) kind!: PortalAccessKind;
  /** SHA-256 in hex; the token itself is not stored. */
  @Column({ type: 'text' }) tokenHash!: string;
  @Timestamp() expiresAt!: Date;
  @Timestamp() createdAt!: Date;
}
