import type { TestApp, TestOrganization } from '../test-app';
import { bodyOf, type ApiKeyBody, type CreatedOrganizationBody } from '../wire';

/**
 * Creates an organization without a key. Tests that send requests for it call `app.anOrganization` instead.
 */
export function anOrganization(
  request: TestApp['request'],
  fields: object = {},
): Promise<CreatedOrganizationBody> {
  return bodyOf(request.post('/v1/organizations').send({ name: 'Acme', ...fields }), 201);
}

/** Creates an API key of the organization; returns it with its raw key. */
export function anApiKey(
  organization: TestOrganization,
  fields: object = {},
): Promise<ApiKeyBody & { raw_key: string }> {
  return bodyOf(organization.post('/v1/organizations/current/api_keys', { name: 'Backend', ...fields }), 201);
}
