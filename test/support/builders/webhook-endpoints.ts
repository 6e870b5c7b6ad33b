import type { TestOrganization } from '../test-app';
import { bodyOf, type EndpointBody } from '../wire';

/** Creates a webhook endpoint; returns it with its secret. Nothing listens on the default URL. */
export function anEndpoint(
  organization: TestOrganization,
  url = 'http://127.0.0.1:4/',
  fields: object = {},
): Promise<EndpointBody & { secret: string }> {
  return bodyOf(organization.post('/v1/webhook_endpoints', { url, ...fields }), 201);
}
