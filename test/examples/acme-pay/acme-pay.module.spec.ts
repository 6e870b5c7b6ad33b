import { Module } from '@nestjs/common';
import { aPayment, anInvoice } from '../../support/builders';
import { connect, deliver, invoiceOf, pathOfUrl } from '../../support/payments';
import { signHex } from '../../support/provider-messages';
import { startTestApp } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { problemOf } from '../../support/wire';
import { AcmePayModule } from './acme-pay.module';

@Module({ imports: [AcmePayModule] })
class TwiceModule extends AcmePayModule {}

describe('a payment provider that a module adds', () => {
  const app = useTestApp({ ROLE: 'api' }, AcmePayModule);
  const organization = useOrganization(app);

  it('a notification of the provider pays an invoice', async () => {
    const connection = await connect(organization, 'acme_pay', 'acme-secret of the provider');
    expect(connection.webhook_url).toContain('/v1/payments/webhook/acme_pay?connection=');
    const invoice = await anInvoice(organization);
    const payment = await aPayment(organization, invoice, { provider: 'acme_pay' });
    const charge = { charge: 'ch_1', amount: 5000, currency: 'EUR' };
    const body = JSON.stringify({ id: 'ev_1', type: 'paid', order: payment.id, ...charge });
    const signature = signHex(body, 'acme-secret of the provider').headers['webhook-signature'] ?? '';
    const message = { body, headers: { 'acme-signature': signature } };
    const answer = await deliver(app, pathOfUrl(connection), message).expect(200);
    expect(answer.body).toMatchObject({ status: 'processed', event_type: 'paid' });
    expect(await invoiceOf(organization, invoice.id)).toMatchObject({ status: 'paid', amount_due_cents: 0 });

    const forged = { body, headers: { 'acme-signature': '0'.repeat(64) } };
    await problemOf(deliver(app, pathOfUrl(connection), forged), 401, 'unauthorized');
  });

  it('two providers with the same name fail at start-up', async () => {
    const starting = startTestApp({ ROLE: 'api' }, app.database, [AcmePayModule, TwiceModule]);
    await expect(starting).rejects.toThrow('The payment provider "acme_pay" is registered twice');
  });
});
