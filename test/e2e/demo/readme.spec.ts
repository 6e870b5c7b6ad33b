import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { Receiver, type ReceivedWebhook } from '../../../src/commands/demo/receiver';
import { tampered } from '../../../src/commands/demo/signatures';
import { registry } from '../../../src/platform/observability/metrics';
import { aCustomer, anEndpoint } from '../../support/builders';
import { docBlocksRunBy } from '../../support/doc-blocks';
import { startTestApp, type TestApp } from '../../support/test-app';

const root = join(__dirname, '../../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const operations = read('docs/operations.md');
const readme = read('README.md');

interface Snippet {
  svcSignatureHolds: (rawBody: Buffer, headers: Record<string, string>, secret: string) => boolean;
  verifiedEvent: (rawBody: Buffer, headers: Record<string, string>, secret: string) => unknown;
}

/** Returns the functions shown in docs/webhooks.md#verifying-a-signature. */
function snippet(): Snippet {
  const code = docBlocksRunBy(__filename)
    .map((it) => it.code)
    .join('\n');
  const load = compileFunction(`${code}; return { svcSignatureHolds, verifiedEvent };`, ['require']) as (
    require: NodeJS.Require,
  ) => Snippet;
  return load(require);
}

describe('README and docs', () => {
  let service: TestApp;
  let receiver: Receiver;

  beforeAll(async () => {
    service = await startTestApp();
    receiver = await Receiver.start(new AbortController().signal);
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  async function aWebhook(): Promise<{ webhook: ReceivedWebhook; secret: string }> {
    const organization = await service.anOrganization();
    const endpoint = await anEndpoint(organization, receiver.url('/'));
    await aCustomer(organization, { external_id: 'cust_1042', name: 'Zoë \u2028 😀' });
    const webhook = await receiver.nth('/', 1, 10_000);
    if (webhook === null) throw new Error('No webhook arrived');
    return { webhook, secret: endpoint.secret };
  }

  it('show code that accepts genuine webhooks and refuses tampered ones', async () => {
    const { svcSignatureHolds, verifiedEvent } = snippet();
    const { webhook, secret } = await aWebhook();
    const { body, headers } = webhook;
    expect(svcSignatureHolds(body, headers, secret)).toBe(true);
    expect(verifiedEvent(body, headers, secret)).toMatchObject({ webhook_type: 'customer.created' });

    const other = tampered(webhook);
    expect(svcSignatureHolds(other.body, headers, secret)).toBe(false);
    expect(() => verifiedEvent(other.body, headers, secret)).toThrow('No matching signature found');
    expect(svcSignatureHolds(body, { ...headers, 'x-svc-signature': 'é' }, secret)).toBe(false);
    expect(svcSignatureHolds(body, {}, secret)).toBe(false);
  });

  it('name every metric', () => {
    const names = registry.getMetricsAsArray().map((it) => it.name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
  });

  it('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as {
      scripts: Record<string, string>;
    };
    const told = [...(readme + operations).matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name);
    expect(told).toContain('demo');
    expect(told.filter((name) => !(name in scripts))).toEqual([]);
  });
});
