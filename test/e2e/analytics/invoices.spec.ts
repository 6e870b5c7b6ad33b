import { aPayment, aPaymentByHand, anInvoice } from '../../support/builders';
import { BillingStory } from '../../support/billing-story';
import { connect, deliver, pathOfUrl } from '../../support/payments';
import { PROVIDER_SECRET, providerEvent } from '../../support/provider-events';
import { mismatchesOf } from '../../support/mismatches';
import { eventfulDays, reportOf, type InvoiceReport } from '../../support/reports';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf } from '../../support/wire';

/** Days in Kathmandu begin at 18:15 UTC. */
describe('invoices by day, in Kathmandu', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: BillingStory;
  let organization: TestOrganization;

  beforeAll(async () => {
    story = await BillingStory.begin(app, { timezone: 'Asia/Kathmandu' });
    ({ organization } = story);
  });

  const report = (query = ''): Promise<InvoiceReport> => reportOf(organization, `invoices${query}`);
  const inNovember = (): Promise<InvoiceReport> => report('?from=2027-11-01&to=2027-11-30');

  it('has no currency without invoices, and the last 30 days by default', async () => {
    await story.moveTo('2027-11-10T18:15');
    expect(await report()).toEqual({
      timezone: 'Asia/Kathmandu',
      from: '2027-10-13',
      to: '2027-11-11',
      data: [],
    });
  });

  it('counts each invoice, payment and reversal on its local day', async () => {
    const customer = await story.customer({ net_payment_term: 1 });
    const issue = (amounts: number[], currency = 'EUR') =>
      anInvoice(organization, { customer_id: customer.id, currency, amounts });
    await story.moveTo('2027-11-11T18:14:59.999');
    const first = await issue([5000, 1000]);
    const voided = await issue([300]);
    await story.moveTo('2027-11-11T18:15');
    await issue([700]);
    await issue([0]);
    await bodyOf(organization.post(`/v1/invoices/${voided.id}/void`));
    await aPaymentByHand(organization, { invoice_id: first.id }, 2500);
    await story.moveTo('2027-11-14T00:00');

    const { data } = await inNovember();
    expect(data.map(({ series: _, ...now }) => now)).toEqual([
      {
        currency: 'EUR',
        open_count: 2,
        open_amount_cents: 4200,
        overdue_count: 2,
        overdue_amount_cents: 4200,
      },
    ]);
    expect(data[0]?.series).toHaveLength(30);
    expect(eventfulDays(data[0]?.series)).toEqual([
      { date: '2027-11-11', issued_count: 2, issued_amount_cents: 6300 },
      {
        date: '2027-11-12',
        issued_count: 2,
        issued_amount_cents: 700,
        voided_count: 1,
        voided_amount_cents: 300,
        paid_amount_cents: 2500,
      },
    ]);
    expect(await mismatchesOf(organization)).toEqual({});
  });

  it('counts a reversed payment down on the day of the reversal, per currency', async () => {
    const customer = await story.customer();
    const invoice = await anInvoice(organization, {
      customer_id: customer.id,
      currency: 'JPY',
      amounts: [900],
    });
    const path = pathOfUrl(await connect(organization, 'razorpay', PROVIDER_SECRET));
    const { id: paymentId } = await aPayment(organization, invoice, { provider: 'razorpay' });
    const about = { paymentId, providerPaymentId: 'pay_1', amount: 900, currency: 'JPY' };
    await deliver(
      app,
      path,
      providerEvent('razorpay', 'succeeded', { ...about, at: new Date('2027-11-14') }),
    );
    await story.moveTo('2027-11-16T00:00');
    await deliver(app, path, providerEvent('razorpay', 'reversed', { ...about, at: new Date('2027-11-16') }));
    const { data } = await inNovember();
    expect(data.map((it) => [it.currency, it.open_amount_cents])).toEqual([
      ['EUR', 4200],
      ['JPY', 900],
    ]);
    expect(eventfulDays(data[1]?.series)).toEqual([
      { date: '2027-11-14', issued_count: 1, issued_amount_cents: 900, paid_amount_cents: 900 },
      { date: '2027-11-16', paid_amount_cents: -900 },
    ]);
    expect(await mismatchesOf(organization)).toEqual({});
  });

  it('moves all days with the time zone of the organization', async () => {
    await bodyOf(organization.put('/v1/organizations/current', { timezone: 'UTC' }));
    const { timezone, data } = await inNovember();
    expect(timezone).toBe('UTC');
    expect(eventfulDays(data[0]?.series).map((it) => [it.date, it.issued_count])).toEqual([
      ['2027-11-11', 4],
    ]);
  });
});
