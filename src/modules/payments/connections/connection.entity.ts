import { Column, Entity, Index } from 'typeorm';
import {
  Id,
  OptionalTimestamp,
  OrganizationId,
  RowVersion,
  Timestamp,
} from '../../../platform/database/columns';

/** An organization's account at a payment provider, with the secrets of its webhook signatures. */
@Entity('payment_provider_connections')
@Index('payment_provider_connections_provider', ['organizationId', 'provider'], { unique: true })
@Index('payment_provider_connections_created', ['organizationId', 'createdAt', 'id'])
@Index('payment_provider_connections_token', ['token'])
@Index('payment_provider_connections_account', ['provider', 'providerAccountId'])
export class ProviderConnectionEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) provider!: string;
  /** Unguessable part of the webhook URL. Selects the secret to try, but authenticates nothing by itself. */
  @Column({ type: 'text' }) token!: string;
  @Column({ type: 'text' }) sealedSecret!: string;
  @Column({ type: 'text', nullable: true }) sealedPreviousSecret!: string | null;
  @OptionalTimestamp() previousSecretExpiresAt!: Date | null;
  /** ID of the merchant's account at the provider. Notifications contain it. */
  @Column({ type: 'text', nullable: true }) providerAccountId!: string | null;
  /** When the current secret was marked as lost with its encryption key; null while it can be decrypted. */
  @OptionalTimestamp() secretLostAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @RowVersion() rowVersion!: number;
}
