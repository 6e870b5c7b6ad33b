import type { SealedTable } from '../secrets/sealed-tables';

/** Returns the context under which a stored response is encrypted. */
export const responseContext = (organizationId: string, key: string): string =>
  `idempotency/${organizationId}/${key}`;

/** Stored responses to requests with an Idempotency-Key. */
export const SEALED_RESPONSES: SealedTable = {
  table: 'idempotency_keys',
  what: 'stored responses of idempotency keys',
  one: 'stored response of idempotency key',
  sealed: 'sealed_body',
  id: 'key',
  name: 'key',
  needed: 'expires_at > now()',
  lostAt: null,
  contextOf: ({ organizationId, id }) => responseContext(organizationId, id),
};
