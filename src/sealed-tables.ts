import { SEALED_PROVIDER_SECRETS } from './modules/payments';
import { SEALED_SIGNING_SECRETS } from './modules/webhook-endpoints';
import { SEALED_RESPONSES } from './platform/idempotency/sealed-responses';
import type { SealedTable } from './platform/secrets/sealed-tables';

/** Every table with encrypted texts. */
export const sealedTables: readonly SealedTable[] = [
  SEALED_SIGNING_SECRETS,
  SEALED_PROVIDER_SECRETS,
  SEALED_RESPONSES,
];
