import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readmeBlocks, readmeExample, SdkProject } from '../../support/packed-sdk';
import { useTestApp } from '../../support/use-test-app';

const ROOT = join(__dirname, '../../..');
const TIMEOUT_MS = 120_000;

/** The code of an integrator that uses each kind of type. */
const CONSUMER = `
import { ApiError, BillingClient, webhooks, type CreateCustomer, type Invoice, type WebhookEvent } from '@billing-service/sdk';

const minimal: CreateCustomer = { external_id: 'cust_1042' };
export async function main(client: BillingClient): Promise<Invoice | undefined> {
  await client.customers.create(minimal);
  await client.billableMetrics.create({ code: 'calls', name: 'Calls', aggregation_type: 'count' });
  await client.plans.create({
    code: 'pro', name: 'Pro', interval: 'monthly', amount_cents: 4900, currency: 'EUR',
    charges: [{ billable_metric_code: 'calls', charge_model: 'standard', properties: { amount: '0.01' } }],
  });
  await client.webhookEndpoints.create({ url: 'https://example.com' });
  for await (const invoice of client.invoices.list({ status: 'finalized' })) return invoice;
  return undefined;
}
export function received(body: Uint8Array, headers: Headers): string | null {
  const event: WebhookEvent = webhooks.verify(body, headers, 'whsec_x');
  switch (event.webhook_type) {
    case 'invoice.finalized': return event.invoice.number;
    case 'customer.updated': return event.customer.name;
    case 'unknown': return event.unknown_type;
    default: return event.webhook_type;
  }
}
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict';
// @ts-expect-error external_id is required
export const wrong: CreateCustomer = { name: 'Jane' };
// @ts-expect-error no such status
export const misspelled = (client: BillingClient) => client.invoices.list({ status: 'finalised' });
`;

describe('the packed SDK', () => {
  const app = useTestApp();
  let project: SdkProject;

  beforeAll(async () => {
    project = await SdkProject.create();
    symlinkSync(join(ROOT, 'node_modules/@types'), join(project.folder, 'node_modules/@types'));
    symlinkSync(join(ROOT, 'node_modules/@tsconfig'), join(project.folder, 'node_modules/@tsconfig'));
  }, TIMEOUT_MS);
  afterAll(() => project.remove());

  it('has no dependencies, and contains only what it needs', () => {
    const folder = join(project.folder, 'node_modules/@billing-service/sdk');
    expect(readdirSync(folder).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect([manifest.dependencies, manifest.peerDependencies, manifest.sideEffects]).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });

  it.each(Object.entries(readmeExample()))('runs the example of its README as %s', async (name, code) => {
    const { rawKey } = await app.anOrganization();
    project.write(name, code);
    const output = await project.node(name, { BILLING_URL: app.url, BILLING_API_KEY: rawKey });
    expect(output).toMatch(/^Created [0-9a-f-]{36}\nRefused with 409 conflict\nFound cust_1042\n$/);
  });

  it(
    'compiles under every flag of @tsconfig/strictest, as ES module and as CommonJS, with the code of its README',
    async () => {
      const [list = '', versions = '', receiver = ''] = readmeBlocks('ts');
      const client = `import type { BillingClient } from '@billing-service/sdk';\ndeclare const client: BillingClient;\n`;
      const files = {
        'consumer.mts': CONSUMER,
        'consumer.cts': CONSUMER,
        'list.mts': client + list,
        'versions.mts': client + versions,
        'receiver.mts': receiver,
        'receiver.cts': receiver,
      };
      for (const [name, code] of Object.entries(files)) project.write(name, code);
      const compilerOptions = { module: 'NodeNext', target: 'ES2022', types: ['node'], skipLibCheck: false };
      const config = {
        extends: '@tsconfig/strictest/tsconfig.json',
        compilerOptions,
        files: Object.keys(files),
      };
      project.write('tsconfig.json', JSON.stringify(config));
      expect(await project.compile()).toBe('');
    },
    TIMEOUT_MS,
  );
});
