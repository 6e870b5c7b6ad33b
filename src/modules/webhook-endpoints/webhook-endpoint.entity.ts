import { Column, Entity, Index } from 'typeorm';
import {
  Id,
  OptionalTimestamp,
  OrganizationId,
  RowVersion,
  Timestamp,
} from '../../platform/database/columns';
import type { StoredEarlierSecret } from './earlier-secrets';

/** An `inactive` endpoint gets no new deliveries; those already queued wait. */
export type WebhookEndpointStatus = 'active' | 'inactive';

@Entity('webhook_endpoints')
@Index('webhook_endpoints_created', ['organizationId', 'createdAt', 'id'], { where: 'deleted_at IS NULL' })
@Index('webhook_endpoints_updated', ['organizationId', 'updatedAt', 'id'], { where: 'deleted_at IS NULL' })
@Index('webhook_endpoints_deleted', ['deletedAt'], { where: 'deleted_at IS NOT NULL' })
export class WebhookEndpointEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) url!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'text' }) signatureAlgo!: string;
  @Column({ type: 'text' }) status!: WebhookEndpointStatus;
  /** Event kinds and groups (`invoice.*`); empty means every event. */
  @Column({ type: 'text', array: true }) eventTypes!: string[];
  /** The signing secret (`whsec_...`), encrypted. */
  @Column({ type: 'text' }) sealedSecret!: string;
  /** The secret before the last rotation, encrypted; null unless that rotation had an overlap. */
  @Column({ type: 'text', nullable: true }) sealedPreviousSecret!: string | null;
  @OptionalTimestamp() previousSecretExpiresAt!: Date | null;
  /** The secrets before the previous one that still sign, newest first. */
  @Column({ type: 'jsonb', default: [] }) olderSecrets!: StoredEarlierSecret[];
  /** When the current secret was marked as lost with its encryption key; null while it can be decrypted. */
  @OptionalTimestamp() secretLostAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @RowVersion() rowVersion!: number;
  @OptionalTimestamp() deletedAt!: Date | null;
}
