import { aCustomer, aPaymentByHand, anInvoice } from '../../support/builders';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf } from '../../support/wire';

const RECEIVABLES = '/v1/analytics/receivables';

describe('receivables', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useOrganization(app);

  const moveTo = (day: string) =>
    organization.put('/v1/test_clock', { now: `${day}T12:00:00.000Z` }).expect(200);
  const receivables = (): Promise<object[]> => bodyOf(organization.get(RECEIVABLES));

  it('are what is due on open invoices by currency, and of it what is overdue', async () => {
    await anInvoice(await app.anOrganization());
    expect(await receivables()).toEqual([]);
    await moveTo('2030-01-01');
    const prompt = { customer_id: (await aCustomer(organization, { net_payment_term: 5 })).id };
    const patient = { customer_id: (await aCustomer(organization, { net_payment_term: 60 })).id };
    const late = await anInvoice(organization, { ...prompt, amounts: [5000] });
    await anInvoice(organization, { ...prompt, amounts: [300] });
    await anInvoice(organization, { ...patient, amounts: [40_000] });
    const dollars = { currency: 'USD', customer_id: (await aCustomer(organization)).id };
    const paid = await anInvoice(organization, { ...dollars, amounts: [700] });
    const voided = await anInvoice(organization, { ...dollars, amounts: [600] });
    const none = { overdue: 0, overdue_amount_cents: 0 };
    expect(await receivables()).toEqual([
      { currency: 'EUR', open: 3, open_amount_cents: 45_300, ...none },
      { currency: 'USD', open: 2, open_amount_cents: 1300, ...none },
    ]);

    await aPaymentByHand(organization, { invoice_id: late.id }, 1000);
    await aPaymentByHand(organization, { invoice_id: paid.id }, 700);
    await organization.post(`/v1/invoices/${voided.id}/void`).expect(200);
    await moveTo('2030-01-10');
    expect(await receivables()).toEqual([
      { currency: 'EUR', open: 3, open_amount_cents: 44_300, overdue: 2, overdue_amount_cents: 4300 },
    ]);
  });

  it('need the scope to read invoices', async () => {
    const body = { name: 'Customers', scopes: ['customers:read'] };
    const key = await bodyOf<{ raw_key: string }>(
      organization.post('/v1/organizations/current/api_keys', body),
      201,
    );
    const request = app.request.get(RECEIVABLES).auth(key.raw_key, { type: 'bearer' });
    await problemOf(request, 403, 'insufficient_scope');
  });
});
