import { aCampaign, anInvoice, aPayment, aPaymentByHand } from '../support/builders';
import {
  aPromptPayer,
  daysPass,
  eventBodiesOf,
  moveClock,
  paymentsOf,
  report,
  requestOf,
  requestsOf,
} from '../support/dunning';
import type { PaymentRequestBody } from '../support/dunning-wire';
import type { InvoiceBody } from '../support/invoice-wire';
import { mismatchesOf } from '../support/mismatches';
import { connect, deliver, pathOfUrl } from '../support/payments';
import { PROVIDER_SECRET, providerEvent, type Happening } from '../support/provider-events';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { bodyOf, type CustomerBody } from '../support/wire';

const DAY_MS = 86_400_000;

/** Keeps only the kinds of events about payments and payment requests. */
const dunningOf = (kinds: string[]): string[] => kinds.filter((it) => it.startsWith('payment'));

describe('dunning', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useOrganization(app);
  let customer: CustomerBody;

  beforeEach(async () => {
    customer = await aPromptPayer(organization);
  });
  afterEach(async () => {
    expect(await mismatchesOf(organization)).toEqual({});
  });

  const passing = async (days: number): Promise<string[]> => dunningOf(await daysPass(organization, days));
  const onlyRequest = async (): Promise<PaymentRequestBody> => {
    const [request, ...more] = await requestsOf(organization);
    if (request === undefined || more.length > 0)
      throw new Error(`Expected one payment request; there are ${more.length} more`);
    return request;
  };
  const invoiceOf = (id: string): Promise<InvoiceBody> => bodyOf(organization.get(`/v1/invoices/${id}`));
  const lastEventOf = async (id: string) => (await eventBodiesOf(app, id)).at(-1);

  it('a customer whose overdue amount is out of range is passed over, and dunned once it is not', async () => {
    await aCampaign(organization, { applied_to_organization: true });
    const other = await aPromptPayer(organization);
    const huge = { customer_id: customer.id, amounts: [5_000_000_000_000_000] };
    const { id: invoice_id } = await anInvoice(organization, huge);
    await anInvoice(organization, huge);
    await anInvoice(organization, { customer_id: other.id, amounts: [6000] });
    const failure = { object_type: 'customer', object_id: customer.id, code: 'amount_out_of_range' };
    expect((await moveClock(organization, 1)).passed_over).toMatchObject([failure]);
    expect((await moveClock(organization, 30)).passed_over).toMatchObject([failure]);
    expect((await onlyRequest()).amount_cents).toBe(6000);

    await aPaymentByHand(organization, { invoice_id }, 5_000_000_000_000_000);
    expect((await moveClock(organization, 1)).passed_over).toEqual([]);
    const requests = await requestsOf(organization);
    expect(requests.map((it) => it.amount_cents)).toEqual([6000, 5_000_000_000_000_000]);
  });

  it('a campaign requests overdue invoices and repeats attempts until they are paid', async () => {
    const campaign = await aCampaign(organization, { applied_to_organization: true });
    const [first, second] = [
      await anInvoice(organization, { customer_id: customer.id, amounts: [4000] }),
      await anInvoice(organization, { customer_id: customer.id, amounts: [2000] }),
    ];
    expect(await passing(1)).toEqual(['payment.created', 'payment_request.created']);
    const request = await onlyRequest();
    expect(request).toMatchObject({
      customer_id: customer.id,
      dunning_campaign_id: campaign.id,
      invoice_ids: [first.id, second.id],
      amount_cents: 6000,
      payment_attempts: 1,
      payment_status: 'pending',
    });
    // The request is created exactly at the end of the due date; its next attempt is a week later.
    expect(request.created_at).toMatch(/T00:00:00.000Z$/);
    const nextAt = new Date(Date.parse(request.created_at) + 7 * DAY_MS).toISOString();
    expect(request.next_attempt_at).toBe(nextAt);
    expect((await lastEventOf(request.id))?.payment_request).toEqual(request);

    expect(await passing(6)).toEqual([]);
    expect(await passing(1)).toEqual(['payment.created']);
    const payments = await paymentsOf(organization, request.id);
    expect(payments.map((it) => [it.amount_cents, it.status, it.provider])).toEqual([
      [6000, 'pending', 'manual'],
      [6000, 'pending', 'manual'],
    ]);
    expect(payments[1]?.created_at).toBe(nextAt);

    const before = await eventCount();
    await aPaymentByHand(organization, { payment_request_id: request.id }, 6000);
    expect(await kindsAfter(before)).toEqual([
      'invoice.paid',
      'invoice.paid',
      'payment.created',
      'payment.succeeded',
      'payment_request.payment_succeeded',
    ]);
    expect(await requestOf(organization, request.id)).toMatchObject({
      payment_status: 'succeeded',
      payment_attempts: 2,
      amount_paid_cents: 6000,
      next_attempt_at: null,
    });
    expect((await invoiceOf(first.id)).status).toBe('paid');
    expect(await passing(60)).toEqual([]);
  });

  it('a request fails after its last attempt, and its invoices are not requested again', async () => {
    await aCampaign(organization, { applied_to_organization: true });
    await anInvoice(organization, { customer_id: customer.id, amounts: [6000] });
    expect(await passing(1 + 7 + 7)).toEqual([
      'payment.created',
      'payment_request.created',
      'payment.created',
      'payment.created',
    ]);
    const request = await onlyRequest();
    expect(request).toMatchObject({ payment_status: 'pending', payment_attempts: 3, next_attempt_at: null });
    expect(await passing(7)).toEqual(['payment_request.payment_failed']);
    expect((await lastEventOf(request.id))?.payment_request).toMatchObject({
      payment_status: 'failed',
      payment_attempts: 3,
      final: true,
    });
    expect(await passing(90)).toEqual([]);

    // Invoices that become overdue later need to reach the threshold on their own.
    await anInvoice(organization, { customer_id: customer.id, amounts: [4000] });
    expect(await passing(1)).toEqual([]);
    await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    expect(await passing(1)).toEqual(['payment.created', 'payment_request.created']);
    expect((await requestsOf(organization)).map((it) => it.amount_cents)).toEqual([6000, 5000]);
  });

  it('each failed attempt emits payment_failed, which says whether it was the last', async () => {
    await aCampaign(organization, { applied_to_organization: true, max_attempts: 2 });
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [6000] });
    await passing(1);
    const { id } = await onlyRequest();
    const [first] = await paymentsOf(organization, id);
    let before = await eventCount();
    if (first !== undefined) await report(organization, first, 'failed');
    expect(await kindsAfter(before)).toEqual(['payment.failed', 'payment_request.payment_failed']);
    expect((await lastEventOf(id))?.payment_request).toMatchObject({
      payment_status: 'pending',
      final: false,
    });

    await passing(7);
    const [, second] = await paymentsOf(organization, id);
    if (second !== undefined) await report(organization, second, 'failed');
    expect((await lastEventOf(id))?.payment_request).toMatchObject({ payment_status: 'failed', final: true });
    expect(await passing(30)).toEqual([]);

    // A late success still pays the invoice.
    before = await eventCount();
    if (second !== undefined) await report(organization, second, 'succeeded');
    expect(await kindsAfter(before)).toEqual([
      'invoice.paid',
      'payment.succeeded',
      'payment_request.payment_succeeded',
    ]);
    expect((await invoiceOf(invoice.id)).status).toBe('paid');
    expect((await requestOf(organization, id)).payment_status).toBe('succeeded');
  });

  it('a campaign waits until the threshold of the currency is reached and the open request has ended', async () => {
    const thresholds = [
      { currency: 'EUR', amount_cents: 5000 },
      { currency: 'USD', amount_cents: 100 },
    ];
    await aCampaign(organization, { applied_to_organization: true, thresholds });
    await anInvoice(organization, { customer_id: customer.id, amounts: [4999] });
    await anInvoice(organization, { customer_id: customer.id, amounts: [100], currency: 'USD' });
    await anInvoice(organization, { customer_id: customer.id, amounts: [1_000_000], currency: 'GBP' });
    await passing(1);
    expect((await requestsOf(organization)).map((it) => it.currency)).toEqual(['USD']);
    await anInvoice(organization, { customer_id: customer.id, amounts: [1] });
    await passing(1);
    const [, euros] = await requestsOf(organization);
    expect(euros).toMatchObject({ currency: 'EUR', amount_cents: 5000 });

    await anInvoice(organization, { customer_id: customer.id, amounts: [7000] });
    expect(await passing(1)).toEqual([]);
    const before = await eventCount();
    await aPaymentByHand(organization, { payment_request_id: euros?.id ?? '' }, 5000);
    await passing(0);
    expect((await kindsAfter(before)).slice(-3)).toEqual([
      'payment_request.payment_succeeded',
      'payment.created',
      'payment_request.created',
    ]);
    expect((await requestsOf(organization)).at(-1)).toMatchObject({ currency: 'EUR', amount_cents: 7000 });
  });

  it("a customer's campaign takes precedence over the organization's campaign", async () => {
    const other = await aPromptPayer(organization);
    const spared = await aPromptPayer(organization);
    const assign = (it: CustomerBody, id: string) =>
      organization.put(`/v1/customers/${it.id}/dunning_campaign`, { dunning_campaign_id: id }).expect(200);
    for (const it of [customer, other, spared])
      await anInvoice(organization, { customer_id: it.id, amounts: [6000] });
    await passing(1);
    expect(await requestsOf(organization)).toEqual([]);

    // A new campaign also applies to invoices that are already overdue.
    const own = await aCampaign(organization, { max_attempts: 1 });
    const inactive = await aCampaign(organization, { status: 'inactive' });
    await assign(customer, own.id);
    await assign(spared, inactive.id);
    const standard = await aCampaign(organization, { applied_to_organization: true });
    await passing(0);
    const byCustomer = async (): Promise<Record<string, string | null>> =>
      Object.fromEntries(
        (await requestsOf(organization)).map((it) => [it.customer_id, it.dunning_campaign_id]),
      );
    expect(await byCustomer()).toEqual({ [customer.id]: own.id, [other.id]: standard.id });
    await organization.put(`/v1/dunning_campaigns/${inactive.id}`, { status: 'active' }).expect(200);
    await passing(0);
    expect(await byCustomer()).toMatchObject({ [spared.id]: inactive.id });
  });

  it('paying or voiding the invoices directly completes their request', async () => {
    await aCampaign(organization, { applied_to_organization: true });
    const [first, second] = [
      await anInvoice(organization, { customer_id: customer.id, amounts: [6000] }),
      await anInvoice(organization, { customer_id: customer.id, amounts: [1000] }),
    ];
    await passing(1);
    const { id } = await onlyRequest();
    await aPaymentByHand(organization, { invoice_id: first.id }, 6000);
    await passing(7);
    expect((await paymentsOf(organization, id)).map((it) => it.amount_cents)).toEqual([7000, 1000]);
    await organization.post(`/v1/invoices/${second.id}/void`).expect(200);
    expect(await requestOf(organization, id)).toMatchObject({
      payment_status: 'succeeded',
      amount_paid_cents: 0,
      next_attempt_at: null,
    });
    expect((await eventBodiesOf(app, id)).map((it) => it.webhook_type)).toEqual(['payment_request.created']);
    expect(await passing(30)).toEqual([]);
  });

  it('dunning starts when a payment is reversed and stops when its money comes back', async () => {
    await aCampaign(organization, { applied_to_organization: true });
    const path = pathOfUrl(await connect(organization, 'razorpay', PROVIDER_SECRET));
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [6000] });
    const payment = await aPayment(organization, invoice, { provider: 'razorpay' });
    const ids = { paymentId: payment.id, providerPaymentId: 'pay_1' };
    let hour = 0;
    const tell = async (happening: Happening) => {
      const at = new Date(Date.UTC(2030, 0, 1, hour++));
      const message = providerEvent('razorpay', happening, { ...ids, amount: 6000, currency: 'EUR', at });
      await deliver(app, path, message).expect(200);
    };
    await tell('succeeded');
    expect(await passing(10)).toEqual([]);
    await tell('reversed');
    expect(await passing(0)).toEqual(['payment.created', 'payment_request.created']);
    const { id } = await onlyRequest();
    const before = await eventCount();
    await tell('reinstated');
    expect(await kindsAfter(before)).toEqual(['invoice.paid']);
    expect(await requestOf(organization, id)).toMatchObject({
      payment_status: 'succeeded',
      next_attempt_at: null,
    });
    expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'paid', payment_overdue: false });
    expect(await passing(60)).toEqual([]);
  });

  const eventCount = async (): Promise<number> => (await allKinds()).length;
  const kindsAfter = async (count: number): Promise<string[]> => (await allKinds()).slice(count);
  const allKinds = async (): Promise<string[]> => {
    const rows = await app.database.query<{ kind: string }>(
      'SELECT kind FROM outbox_events WHERE organization_id = $1 ORDER BY id',
      [organization.id],
    );
    return rows.map((it) => it.kind);
  };
});
