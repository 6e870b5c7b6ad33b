import type { INestApplication } from '@nestjs/common';
import { CustomersService } from '../../modules/customers';
import { OrganizationsService } from '../../modules/organizations';
import { WebhookEndpointsService } from '../../modules/webhook-endpoints';
import { loadConfig, type Config } from '../../platform/config/config';
import { startService } from '../../start';

/** URL of the webhook receiver that README.md starts. */
const RECEIVER = 'http://127.0.0.1:4000';

const ENDPOINTS = [
  { url: `${RECEIVER}/everything`, description: 'Every event', eventTypes: [] },
  { url: `${RECEIVER}/customers`, description: 'Customers only', eventTypes: ['customer.*'] },
];

const CUSTOMERS = [
  { externalId: 'cust_1001', name: 'Ada Ltd.', email: 'billing@ada.example', currency: 'GBP', country: 'GB' },
  { externalId: 'cust_1002', name: 'Café Zoé', email: 'zoe@cafe.example', currency: 'EUR', country: 'FR' },
  { externalId: 'cust_1003', name: 'Kaito KK', email: 'keiri@kaito.example', currency: 'JPY', country: 'JP' },
];

/** Returns the raw API key of the created organization. */
async function create(app: INestApplication): Promise<string> {
  const { organization, apiKey } = await app
    .get(OrganizationsService)
    .create({ name: 'Seed Inc.', defaultCurrency: 'USD', timezone: 'UTC' });
  for (const endpoint of ENDPOINTS) {
    const input = { ...endpoint, signatureAlgo: 'hmac', status: 'active' as const };
    await app.get(WebhookEndpointsService).create(organization.id, input);
  }
  for (const customer of CUSTOMERS) await app.get(CustomersService).create(organization.id, customer);
  return apiKey.rawKey;
}

/** Creates the records, leaves the deliveries to the running service, and prints the API key. */
export async function runSeed(): Promise<void> {
  const given = loadConfig();
  const http = { ...given.http, host: '127.0.0.1', port: 0, shutdownDelayMs: 0 };
  const config: Config = { ...given, role: 'api', http };
  const service = await startService(config);
  try {
    const rawKey = await create(service.app);
    process.stdout.write(
      `Created "Seed Inc." with ${ENDPOINTS.length} webhook endpoints and ${CUSTOMERS.length} customers.\n` +
        `Deliveries go to ${RECEIVER} once the service runs. The API key is shown only once:\n\n  ${rawKey}\n\n`,
    );
  } finally {
    await service.stop();
  }
}
