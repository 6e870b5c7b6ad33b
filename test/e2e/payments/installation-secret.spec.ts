import { randomUUID } from 'node:crypto';
import { aPayment, anInvoice } from '../../support/builders';
import { connect, deliver, paymentOf, stripeSuccess } from '../../support/payments';
import {
  organizationWithKey,
  startTestApp,
  type TestApp,
  type TestOrganization,
} from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';

const URL = '/v1/payments/webhook/stripe';
const SECRET = 'whsec_of_all';

describe('configured webhook secret of the installation', () => {
  const setUp = useTestApp();

  /** Starts the service again, on the same database. */
  async function startFor(organizationId: string): Promise<TestApp> {
    return startTestApp(
      { STRIPE_WEBHOOK_SECRET: SECRET, DEFAULT_ORGANIZATION_ID: organizationId },
      setUp.database,
    );
  }

  const asSeenBy = (app: TestApp, { id, rawKey, apiKeyId }: TestOrganization): TestOrganization =>
    organizationWithKey(app.request, id, { id: apiKeyId, raw_key: rawKey });

  it('the configured secret verifies for DEFAULT_ORGANIZATION_ID, whoever else registers', async () => {
    const created = await setUp.anOrganization();
    const app = await startFor(created.id);
    try {
      const organization = asSeenBy(app, created);
      const invoice = await anInvoice(organization);
      const next = () => aPayment(organization, invoice, { amount_cents: 100 });
      const [first, second, third, last] = [await next(), await next(), await next(), await next()];
      await deliver(app, URL, stripeSuccess(SECRET, first)).expect(200);
      await deliver(app, URL, stripeSuccess('whsec_other', second)).expect(401);
      await connect(organization, 'stripe', 'whsec_own of the provider');
      await deliver(app, URL, stripeSuccess('whsec_own of the provider', second)).expect(200);
      await deliver(app, URL, stripeSuccess(SECRET, third)).expect(200);
      expect((await paymentOf(organization, first.id)).status).toBe('succeeded');

      const stranger = await app.anOrganization();
      await deliver(app, URL, stripeSuccess(SECRET, last)).expect(200);
      expect((await paymentOf(organization, last.id)).status).toBe('succeeded');

      const theirs = await aPayment(stranger, await anInvoice(stranger), { amount_cents: 100 });
      await deliver(app, URL, stripeSuccess(SECRET, theirs)).expect(200);
      expect((await paymentOf(stranger, theirs.id)).status).toBe('pending');
    } finally {
      await app.stop();
    }
  });

  it('the configured secret verifies nothing while its organization does not exist', async () => {
    const app = await startFor(randomUUID());
    try {
      const organization = await app.anOrganization();
      const payment = await aPayment(organization, await anInvoice(organization), { amount_cents: 100 });
      await deliver(app, URL, stripeSuccess(SECRET, payment)).expect(401);
    } finally {
      await app.stop();
    }
  });
});
