import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anInvoice, aPayment } from '../support/builders';
import { signHex } from '../support/provider-messages';
import { connect, deliver, invoiceOf, pathOfUrl } from '../support/payments';
import { useTestApp } from '../support/use-test-app';
import { problemOf } from '../support/wire';
import { addModule } from './add-module';
import { AcmePayModule } from './acme-pay/acme-pay.module';

const SHOWN = [
  'acme-pay/acme-pay.provider.ts',
  'acme-pay/acme-pay.module.ts',
  'support-hours/support-hours.lines.ts',
  'support-hours/support-hours.module.ts',
];

/** The code blocks of docs/extending.md that name a file, by its path under src/modules. */
function shownFiles(): Record<string, string> {
  const text = readFileSync(join(__dirname, '../../docs/extending.md'), 'utf8');
  const blocks = [...text.matchAll(/^```ts\n\/\/ src\/modules\/(\S+)\n(.*?)^```$/gms)];
  return Object.fromEntries(blocks.map(([, path = '', code = '']) => [path, code]));
}

/** Returns an example as it would stand in src/modules, where its imports have other paths. */
function asModule(path: string): string {
  const code = readFileSync(join(__dirname, path), 'utf8');
  return code.replaceAll('../../../src/modules/', '../').replaceAll('../../../src/', '../../');
}

describe('the worked examples of docs/extending.md', () => {
  it('show exactly the code that is tested here', () => {
    expect(shownFiles()).toEqual(Object.fromEntries(SHOWN.map((path) => [path, asModule(path)])));
  });
});

describe('the payment provider of the example, in the service', () => {
  const app = useTestApp({ ROLE: 'api' });

  beforeAll(async () => {
    await addModule(app, AcmePayModule);
  });

  it('is connected, reports on a payment, and pays its invoice', async () => {
    const organization = await app.anOrganization();
    const connection = await connect(organization, 'acme_pay', 'acme-secret');
    expect(connection.webhook_url).toContain('/v1/payments/webhook/acme_pay?connection=');
    const invoice = await anInvoice(organization, { currency: 'USD' });
    const payment = await aPayment(organization, invoice, { provider: 'acme_pay' });
    const charge = { charge: 'ch_1', amount: 5000, currency: 'USD' };
    const body = JSON.stringify({ id: 'ev_1', type: 'paid', order: payment.id, ...charge });
    const signature = signHex(body, 'acme-secret').headers['webhook-signature'] ?? '';
    const message = { body, headers: { 'acme-signature': signature } };
    const answer = await deliver(app, pathOfUrl(connection), message).expect(200);
    expect(answer.body).toMatchObject({ status: 'processed', event_type: 'paid' });
    expect(await invoiceOf(organization, invoice.id)).toMatchObject({ status: 'paid', amount_due_cents: 0 });

    const forged = { body, headers: { 'acme-signature': '0'.repeat(64) } };
    await problemOf(deliver(app, pathOfUrl(connection), forged), 401, 'unauthorized');
  });

  it('cannot take a name that is taken', async () => {
    await expect(addModule(app, class extends AcmePayModule {})).rejects.toThrow('acme_pay');
  });
});
