import { Column, Entity, Index } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../../platform/database/columns';
import type { Environment } from '../collector-kit';
import { Sealed } from '../../../platform/secrets/sealed-column';

/** Purpose of the sub-keys that encrypt the secrets of providers. */
export const SECRET_PURPOSE = 'payment-provider';

/** Purpose of the sub-keys that encrypt the credentials with which money is collected. */
export const CREDENTIALS_PURPOSE = 'payment-provider-credentials';

/** What the provider last said to the credentials; `unchecked`: there are none, or nobody has asked. */
export const CONNECTION_STATES = ['connected', 'rejected', 'unavailable', 'unchecked'] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

/**
 * The account of an organization at a payment provider, with the secrets that sign its webhooks and the credentials with
 * which money is collected.
 */
@Entity('payment_provider_connections')
@Index('payment_provider_connections_provider', ['organizationId', 'provider'], { unique: true })
@Index('payment_provider_connections_created', ['organizationId', 'createdAt', 'id'])
@Index('payment_provider_connections_token', ['token'])
@Index('payment_provider_connections_account', ['provider', 'providerAccountId'])
export class ProviderConnectionEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) provider!: string;
  /** Unguessable, part of the webhook URL. Selects the secret to try; proves nothing by itself. */
  @Column({ type: 'text' }) token!: string;
  @Sealed(SECRET_PURPOSE, 'provider') sealedSecret!: string;
  @Sealed(SECRET_PURPOSE, 'provider', { nullable: true }) sealedPreviousSecret!: string | null;
  @OptionalTimestamp() previousSecretExpiresAt!: Date | null;
  /** Id of the merchant's account at the provider, which a notification may contain. */
  @Column({ type: 'text', nullable: true }) providerAccountId!: string | null;
  /** JSON by the names of the collector's `credentialFields`; null: the provider only notifies. */
  @Sealed(CREDENTIALS_PURPOSE, 'provider', { nullable: true }) sealedCredentials!: string | null;
  @Column({ type: 'text', default: 'live' }) environment!: Environment;
  @Column({ type: 'text', default: 'unchecked' }) connectionState!: ConnectionState;
  @OptionalTimestamp() connectionCheckedAt!: Date | null;
  /** Why the state is not `connected`. */
  @Column({ type: 'text', nullable: true }) connectionError!: string | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
