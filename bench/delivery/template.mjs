import 'reflect-metadata';
import migrations from '../../dist/src/platform/database/migrate.js';
import schema from '../../dist/src/schema.js';
import { Service } from '../lib/service.mjs';
import { SLOW_PATH } from './settings.mjs';

const ORGANIZATIONS = 4;
const ENDPOINTS = 5;
export const TEMPLATE = 'service_template';

/**
 * Creates the database that every measurement of the service clones. It is migrated and has organizations and
 * endpoints, created through the API. The last organization has one endpoint, for the latency of single events; the
 * first one has an additional slow endpoint.
 */
export async function prepareTemplate(server, receiverUrl) {
  await server.createDatabase(TEMPLATE);
  await migrations.migrate(server.url(TEMPLATE), schema.schema);
  const api = await Service.start('api', server.url(TEMPLATE));
  try {
    const organizations = [];
    for (let i = 0; i < ORGANIZATIONS; i++)
      organizations.push(await createOrganization(api, receiverUrl, ENDPOINTS));
    const [{ id, key }] = organizations;
    const slow = { id, endpointIds: [await createEndpoint(api, key, `${receiverUrl}${SLOW_PATH}`)] };
    return { organizations, slow, quiet: await createOrganization(api, receiverUrl, 1) };
  } finally {
    await api.stop();
  }
}

async function createOrganization(api, receiverUrl, endpoints) {
  const { value: organization } = await api.request('POST', '/v1/organizations', { body: { name: 'Acme' } });
  const key = organization.api_key.raw_key;
  const endpointIds = [];
  for (let i = 0; i < endpoints; i++) endpointIds.push(await createEndpoint(api, key, `${receiverUrl}/${i}`));
  return { id: organization.id, key, endpointIds };
}

async function createEndpoint(api, key, url) {
  const { value: endpoint } = await api.request('POST', '/v1/webhook_endpoints', { key, body: { url } });
  return endpoint.id;
}
