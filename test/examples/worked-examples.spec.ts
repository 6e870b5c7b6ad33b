import { buildOpenApi } from '../../src/platform/openapi/openapi';
import { anInvoice, aPayment } from '../support/builders';
import { signHex } from '../support/provider-messages';
import { connect, deliver, invoiceOf, pathOfUrl } from '../support/payments';
import { useTestApp } from '../support/use-test-app';
import { problemOf } from '../support/wire';
import { addModule } from './add-module';
import { AcmePayModule } from './acme-pay/acme-pay.module';

describe('the example payment provider in the service', () => {
  const app = useTestApp({ ROLE: 'api' });

  beforeAll(async () => {
    await addModule(app, AcmePayModule);
  });

  it('can be connected and pays an invoice with a notification', async () => {
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

  it('is named in the API description', () => {
    const names = JSON.stringify(buildOpenApi(app.app).paths['/v1/payment_providers/{provider}']);
    expect(names).toContain('"manual","acme_pay"');
  });

  it('cannot be registered under a name that is already registered', async () => {
    await expect(addModule(app, class extends AcmePayModule {})).rejects.toThrow('acme_pay');
  });
});
