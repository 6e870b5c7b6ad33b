import { newId } from '../../../src/platform/domain/id';
import type { TestOrganization } from '../test-app';
import { bodyOf, type CustomerBody } from '../wire';

/** Creates a customer. */
export function aCustomer(organization: TestOrganization, fields: object = {}): Promise<CustomerBody> {
  return bodyOf(organization.post('/v1/customers', { external_id: newId(), ...fields }), 201);
}

/** Returns `customer_id` of the fields if present; otherwise creates a customer and returns its ID. */
export async function customerIdIn(organization: TestOrganization, fields: object): Promise<unknown> {
  return 'customer_id' in fields ? fields.customer_id : (await aCustomer(organization)).id;
}
