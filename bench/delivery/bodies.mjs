import { newId } from '../../dist/src/platform/domain/id.js';
import { toOutboxEvent } from '../../dist/src/platform/outbox/outbox-event.js';

const EXAMPLE_ORGANIZATION = newId();

/** Returns a `customer.updated` event as the service stores it, with a delivery body of about 600 bytes. */
export function makeBody(index, organizationId = EXAMPLE_ORGANIZATION) {
  const now = new Date();
  const id = newId();
  const object = {
    id,
    external_id: `cust_${index}`,
    name: 'Jane Doe Ltd.',
    email: 'billing@janedoe.example',
    currency: 'EUR',
    timezone: 'Europe/Paris',
    country: 'FR',
    address_line1: '5 rue de la Paix',
    zipcode: '75002',
    metadata: { crm_id: '8841' },
    created_at: now.toISOString(),
  };
  const event = { kind: 'customer.updated', objectType: 'customer', organizationId, objectId: id, object };
  return toOutboxEvent({ ...event, changed: ['email'] }, newId(), 1, now);
}
