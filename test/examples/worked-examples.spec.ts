import { createHmac } from 'node:crypto';
import { CouponDiscounts } from '../../src/modules/coupons/applied/coupon-discounts';
import { newId } from '../../src/platform/domain/id';
import { buildOpenApi } from '../../src/platform/openapi/openapi';
import {
  HostileGuardModule,
  deletionGuardSuite,
  hostileDeletionGuardSuite,
} from '../conformance/deletion-guard.suite';
import {
  HostileDiscountsModule,
  hostileInvoiceDiscountsSuite,
  invoiceDiscountsSuite,
} from '../conformance/invoice-discounts.suite';
import {
  HostileTemplateModule,
  documentTemplateSuite,
  hostileDocumentTemplateSuite,
} from '../conformance/document-template.suite';
import { paymentTargetSuite, type TestedTarget } from '../conformance/payment-target.suite';
import {
  HostileSignerModule,
  hostileWebhookSignerSuite,
  webhookSignerSuite,
} from '../conformance/webhook-signer.suite';
import { aCustomer, anAppliedCoupon, anInvoice, aPayment } from '../support/builders';
import { signHex } from '../support/provider-messages';
import {
  connect,
  deliver,
  invoiceOf,
  pathOfUrl,
  paymentOf,
  stripeSuccess,
  type PaymentBody,
} from '../support/payments';
import { useTestApp } from '../support/use-test-app';
import { bodyOf, problemOf } from '../support/wire';
import { AcmePayModule } from './acme-pay/acme-pay.module';
import { DepositsModule } from './deposits/deposits.module';
import { OpenTicketsModule } from './open-tickets/open-tickets.module';
import { Sha512SignaturesModule } from './sha512-signatures/sha512-signatures.module';
import { ShortDocumentModule } from './short-document/short-document.module';
import { WelcomeDiscount, WelcomeDiscountModule } from './welcome-discount/welcome-discount.module';

/** One service runs all examples, and extensions that break their contracts, to save time. */
const app = useTestApp(
  { TEST_CLOCK: 'on' },
  AcmePayModule,
  DepositsModule,
  OpenTicketsModule,
  Sha512SignaturesModule,
  HostileGuardModule,
  WelcomeDiscountModule,
  HostileDiscountsModule,
  HostileSignerModule,
  ShortDocumentModule,
  HostileTemplateModule,
);

describe('the example deletion guard in the service', () => {
  // A real module creates the table in its migration.
  beforeAll(async () => {
    await app.database.query('CREATE TABLE open_tickets (organization_id uuid, customer_id uuid)');
    await app.database.query(`SELECT confine_to_organization('open_tickets')`);
  });

  deletionGuardSuite('of open tickets', app, {
    reason: 'The customer has open tickets; close them first.',
    async create(organization) {
      const { id } = await aCustomer(organization);
      return { path: `/v1/customers/${id}`, id };
    },
    async refer({ id: organizationId }, customerId) {
      const key = [organizationId, customerId];
      await app.database.query('INSERT INTO open_tickets VALUES ($1, $2)', key);
      return () =>
        app.database.query('DELETE FROM open_tickets WHERE organization_id = $1 AND customer_id = $2', key);
    },
  });
  hostileDeletionGuardSuite(app);
});

describe('the document templates in the service', () => {
  documentTemplateSuite('standard', app);
  documentTemplateSuite('short', app);
  hostileDocumentTemplateSuite(app);
});

describe('the invoice discounts in the service', () => {
  // A real module creates the table in its migration.
  beforeAll(async () => {
    await app.database.query(
      `CREATE TABLE welcome_discounts (organization_id uuid, id uuid, customer_id uuid, invoice_id uuid,
         FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices (organization_id, id))`,
    );
    await app.database.query(`SELECT confine_to_organization('welcome_discounts')`);
  });

  invoiceDiscountsSuite('of the welcome discount', app, {
    discounts: WelcomeDiscount,
    prepare: (organization, { customerId }) =>
      app.database.query('INSERT INTO welcome_discounts VALUES ($1, $2, $3)', [
        organization.id,
        newId(),
        customerId,
      ]),
  });
  invoiceDiscountsSuite('of coupons', app, {
    discounts: CouponDiscounts,
    async prepare(organization, { customerId: id }) {
      const twice = { frequency: 'recurring', frequency_duration: 2 };
      await anAppliedCoupon(organization, { id }, { amount_cents: 4000 });
      const charge = { billable_metric_codes: ['calls'] };
      await anAppliedCoupon(organization, { id }, { percentage_rate: '12.5', ...charge, ...twice });
    },
  });
  hostileInvoiceDiscountsSuite(app);
});

describe('the example payment target in the service', () => {
  // A real module creates the table in its migration.
  beforeAll(async () => {
    await app.database.query(
      `CREATE TABLE deposits (
         organization_id uuid, id uuid, customer_id uuid, currency text, amount_cents bigint,
         paid_cents bigint CHECK (paid_cents BETWEEN 0 AND amount_cents), PRIMARY KEY (organization_id, id),
         FOREIGN KEY (organization_id, customer_id) REFERENCES customers (organization_id, id))`,
    );
    await app.database.query(`SELECT confine_to_organization('deposits')`);
  });

  const aDeposit: TestedTarget['create'] = async (organization, customer, amountCents) => {
    const id = newId();
    await app.database.query(`INSERT INTO deposits VALUES ($1, $2, $3, 'EUR', $4, 0)`, [
      organization.id,
      id,
      customer.id,
      amountCents,
    ]);
    return id;
  };
  paymentTargetSuite('deposit', app, { create: aDeposit, eventsWhenPaid: { before: [], after: [] } });

  it('a payment that a provider confirms pays the deposit, and shows it', async () => {
    const organization = await app.anOrganization();
    const customer = await aCustomer(organization);
    const target = { target_kind: 'deposit', target_id: await aDeposit(organization, customer, 5000) };
    const connection = await connect(organization, 'stripe', 's');
    const body = { ...target, provider: 'stripe' };
    const pending = await bodyOf<PaymentBody>(organization.post('/v1/payments', body), 201);
    await deliver(app, pathOfUrl(connection), stripeSuccess('s', pending)).expect(200);
    const paid = { ...target, invoice_id: null, customer_id: customer.id, currency: 'EUR' };
    expect(await paymentOf(organization, pending.id)).toMatchObject({ ...paid, status: 'succeeded' });
    const again = { ...target, amount_cents: 1 };
    const refused = await problemOf(organization.post('/v1/payments/record', again), 400, 'invalid_state');
    expect(refused.detail).toBe('The deposit is already paid.');
  });
});

describe('the example payment provider in the service', () => {
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
});

// Last, because it moves the clock.
describe('the example webhook signer in the service', () => {
  webhookSignerSuite('of SHA-512', app, ({ headers, body }, secret) => {
    const [time = '', ...signatures] = String(headers['acme-signature']).split(',');
    const signed = `${time.slice('t='.length)}.${body.toString()}`;
    return signatures.includes(`v1=${createHmac('sha512', secret).update(signed).digest('hex')}`);
  });
  hostileWebhookSignerSuite(app);
});
