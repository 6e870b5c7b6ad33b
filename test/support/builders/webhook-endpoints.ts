import type { TestOrganization } from '../test-app';
import { bodyOf, type EndpointBody } from '../wire';

/** Creates a webhook endpoint, with its secret; nothing listens on its default URL. */
export function anEndpoint(
  organization: TestOrganization,
  url = 'http://127.0.0.1:4/',
  fields: object = {},
): Promise<EndpointBody & { secret: string }> {
  return bodyOf(organization.post('/v1/webhook_endpoints', { url, ...fields }), 201);
}
