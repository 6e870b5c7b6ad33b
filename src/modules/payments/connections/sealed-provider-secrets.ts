import type { SealedTable } from '../../../platform/secrets/sealed-tables';

/** Returns the context under which the webhook secrets of a connection are encrypted. */
export const providerContext = (organizationId: string, provider: string): string =>
  `payment-provider/${organizationId}/${provider}`;

/** The current webhook secrets of payment providers. */
export const SEALED_PROVIDER_SECRETS: SealedTable = {
  table: 'payment_provider_connections',
  what: 'webhook secrets of payment providers',
  one: 'webhook secret of payment provider',
  sealed: 'sealed_secret',
  id: 'id',
  name: 'provider',
  needed: 'true',
  lostAt: 'secret_lost_at',
  contextOf: ({ organizationId, name }) => providerContext(organizationId, name),
};
