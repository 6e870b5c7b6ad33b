import { anInvoice, aPayment } from '../../support/builders';
import { connect, deliver, paymentOf, stripeSuccess } from '../../support/payments';
import { useTestApp } from '../../support/use-test-app';

const URL = '/v1/payments/webhook/stripe';

describe('the webhook secret of the installation', () => {
  const app = useTestApp({ STRIPE_WEBHOOK_SECRET: 'whsec_of_all' });

  it('is accepted in addition to the secret of the connection while there is only one organization', async () => {
    const organization = await app.anOrganization();
    const invoice = await anInvoice(organization);
    const [first, second, third] = [
      await aPayment(organization, invoice, { amount_cents: 100 }),
      await aPayment(organization, invoice, { amount_cents: 100 }),
      await aPayment(organization, invoice, { amount_cents: 100 }),
    ];
    await deliver(app, URL, stripeSuccess('whsec_of_all', first)).expect(200);
    await deliver(app, URL, stripeSuccess('whsec_other', second)).expect(401);
    await connect(organization, 'stripe', 'whsec_own');
    await deliver(app, URL, stripeSuccess('whsec_own', second)).expect(200);
    await deliver(app, URL, stripeSuccess('whsec_of_all', third)).expect(200);
    expect((await paymentOf(organization, first.id)).status).toBe('succeeded');

    await app.anOrganization();
    const last = await aPayment(organization, invoice, { amount_cents: 100 });
    await deliver(app, URL, stripeSuccess('whsec_of_all', last)).expect(401);
    await deliver(app, URL, stripeSuccess('whsec_own', last)).expect(200);
  });
});
