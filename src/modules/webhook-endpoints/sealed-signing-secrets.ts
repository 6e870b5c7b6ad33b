import type { SealedTable } from '../../platform/secrets/sealed-tables';
import { secretContext } from './webhook-endpoint.rules';

/** The current signing secrets of endpoints. Earlier secrets only add signatures, so the service can do without. */
export const SEALED_SIGNING_SECRETS: SealedTable = {
  table: 'webhook_endpoints',
  what: 'signing secrets of webhook endpoints',
  one: 'signing secret of webhook endpoint',
  sealed: 'sealed_secret',
  id: 'id',
  name: 'url',
  needed: 'deleted_at IS NULL',
  lostAt: 'secret_lost_at',
  contextOf: ({ organizationId, id }) => secretContext(organizationId, id),
};
