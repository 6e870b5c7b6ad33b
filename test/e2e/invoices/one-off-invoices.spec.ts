import { aTax, anInvoice, aCustomer } from '../../support/builders';
import { eventsOf } from '../../support/bills';
import type { InvoiceBody } from '../../support/invoice-wire';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import {
  INSTANT,
  UUID_V7,
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type CustomerBody,
} from '../../support/wire';

const PATH = '/v1/invoices';
const ONE_OFF = `${PATH}/one_off`;
const FEE = { description: 'Set-up', units: '1.5', unit_amount_cents: 10_001 };

const NO_ADDRESS = {
  address_line1: null,
  address_line2: null,
  zipcode: null,
  city: null,
  state: null,
  country: null,
  tax_ids: [],
};

describe('one-off invoices', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useOrganization(app, { name: 'Widgets & Co' });
  let customer: CustomerBody;

  beforeAll(async () => {
    const clock = await app.anOrganization();
    await clock.put('/v1/test_clock', { now: '2027-01-31T23:30:00Z' }).expect(200);
  });
  beforeEach(async () => {
    customer = await aCustomer(organization, { timezone: 'Europe/Paris', net_payment_term: 14 });
  });

  const oneOff = (fields: object = {}): Promise<InvoiceBody> =>
    anInvoice(organization, { customer_id: customer.id, fees: [FEE], ...fields });

  it("a one-off invoice is finalized immediately and dated in the customer's time zone", async () => {
    const invoice = await oneOff();
    const id = expect.stringMatching(UUID_V7) as string;
    const at = expect.stringMatching(INSTANT) as string;
    expect(invoice).toEqual({
      id,
      number: `WID-${organization.id.slice(-4).toUpperCase()}-001`,
      customer_id: customer.id,
      subscription_id: null,
      invoice_type: 'one_off',
      status: 'finalized',
      currency: 'EUR',
      billing_period: null,
      fees: [
        {
          id,
          type: 'one_off',
          description: 'Set-up',
          units: '1.5',
          unit_code: 'C62',
          unit_amount: '100.01',
          amount_cents: 15_002, // rounded from 15001.5
          discount_amount_cents: 0,
          net_amount_cents: 15_002,
          net_unit_amount: '100.0133333333',
          taxes_amount_cents: 0,
          tax_category: 'O',
          tax_rate: '0',
          applied_taxes: [],
          taxes: [],
          billable_metric_code: null,
          charge_id: null,
          plan_id: null,
          from: null,
          to: null,
          billed_days: null,
          period_days: null,
          events_count: null,
        },
      ],
      fees_amount_cents: 15_002,
      coupons_amount_cents: 0,
      coupons: [],
      taxes_amount_cents: 0,
      taxes: [],
      tax_categories: [{ category: 'O', rate: '0', taxable_amount_cents: 15_002, tax_amount_cents: 0 }],
      seller: { ...NO_ADDRESS, name: 'Widgets & Co' },
      buyer: { ...NO_ADDRESS, name: null },
      locale: 'en',
      document_sha256: null,
      credit_notes_amount_cents: 0,
      prepaid_credit_amount_cents: 0,
      total_amount_cents: 15_002,
      amount_paid_cents: 0,
      offset_amount_cents: 0,
      amount_due_cents: 15_002,
      issuing_date: '2027-02-01',
      payment_due_date: '2027-02-15',
      payment_overdue: false,
      finalized_at: at,
      paid_at: null,
      voided_at: null,
      created_at: at,
      updated_at: at,
    });
    expect(await bodyOf(organization.get(`${PATH}/${invoice.id}`))).toEqual(invoice);
    expect((await listOf(organization.get(PATH))).items).toEqual([invoice]);
    expect(await eventsOf(app, invoice.id)).toEqual(['invoice.created', 'invoice.finalized']);
  });

  it('a one-off invoice emits invoice.created as a draft, then invoice.finalized', async () => {
    const invoice = await oneOff();
    const payloads = await app.database.query<{ payload: string }>(
      'SELECT payload FROM outbox_events WHERE object_id = $1 ORDER BY sequence',
      [invoice.id],
    );
    const [created, finalized] = payloads.map(
      (it) => (JSON.parse(it.payload) as { invoice: InvoiceBody }).invoice,
    );
    expect(created).toEqual({
      ...invoice,
      status: 'draft',
      number: null,
      seller: null,
      buyer: null,
      locale: null,
      finalized_at: null,
    });
    expect(finalized).toEqual(invoice);
  });

  it('one-off fees use the taxes of the customer, otherwise of the organization, rounded per fee', async () => {
    await aTax(organization, { applied_to_organization: true });
    await aTax(organization, { code: 'city', name: 'City', rate: '5.5' });
    const fees = [1, 2, 3].map((it) => ({ description: `Fee ${it}`, units: '1', unit_amount_cents: 9 + it }));
    const byOrganization = await oneOff({ fees });
    expect(byOrganization.fees.map((it) => it.taxes_amount_cents)).toEqual([2, 2, 2]); // 2, 2.2, 2.4
    expect(byOrganization).toMatchObject({
      fees_amount_cents: 33,
      taxes_amount_cents: 6,
      total_amount_cents: 39,
    });
    expect(byOrganization.fees[0]?.applied_taxes).toEqual([{ code: 'vat', name: 'VAT', rate: '20' }]);

    await organization.put(`/v1/customers/${customer.id}`, { tax_codes: ['vat', 'city'] }).expect(200);
    const byCustomer = await oneOff({ fees });
    expect(byCustomer.fees.map((it) => it.taxes_amount_cents)).toEqual([3, 3, 3]); // 2.55, 2.805, 3.06
    expect(byCustomer.fees[0]?.applied_taxes.map((it) => it.code)).toEqual(['city', 'vat']);
    expect(await bodyOf(organization.get(`${PATH}/${byOrganization.id}`))).toEqual(byOrganization);
  });

  it.each([
    ['JPY', '150', 225],
    ['KWD', '0.15', 225],
    ['EUR', '1.5', 225],
  ])('amounts are in the minor unit of %s', async (currency, unitAmount, cents) => {
    const invoice = await oneOff({ currency, fees: [{ ...FEE, unit_amount_cents: 150 }] });
    expect(invoice).toMatchObject({ currency, total_amount_cents: cents, amount_due_cents: cents });
    expect(invoice.fees[0]?.unit_amount).toBe(unitAmount);
  });

  it('a one-off invoice of 0 is finalized, then paid', async () => {
    const invoice = await oneOff({ fees: [{ ...FEE, unit_amount_cents: 0 }] });
    expect(invoice).toMatchObject({ status: 'paid', total_amount_cents: 0, amount_due_cents: 0 });
    expect(invoice.paid_at).toBe(invoice.finalized_at);
    const kinds = ['invoice.created', 'invoice.finalized', 'invoice.paid'];
    expect(await eventsOf(app, invoice.id)).toEqual(kinds);
  });

  it.each([
    ['customer_id', { customer_id: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a' }],
    ['customer_id', { customer_id: 'x' }],
    ['currency', { currency: 'euro' }],
    ['currency', { currency: undefined }],
    ['fees', { fees: undefined }],
    ['fees', { fees: [] }],
    ['fees', { fees: 'x' }],
    ['fees', { fees: Array.from({ length: 101 }, () => FEE) }],
    ['fees', { fees: [{ ...FEE, units: '2', unit_amount_cents: Number.MAX_SAFE_INTEGER }] }],
    [
      'fees',
      { fees: [1, 2].map(() => ({ ...FEE, units: '1', unit_amount_cents: Number.MAX_SAFE_INTEGER })) },
    ],
    ['fees.0.units', { fees: [{ ...FEE, units: '0' }] }],
    ['fees.0.units', { fees: [{ ...FEE, units: '-1' }] }],
    ['fees.0.units', { fees: [{ ...FEE, units: 1 }] }],
    ['fees.0.unit_amount_cents', { fees: [{ ...FEE, unit_amount_cents: -1 }] }],
    ['fees.0.unit_amount_cents', { fees: [{ ...FEE, unit_amount_cents: 1.5 }] }],
    ['fees.1.description', { fees: [FEE, { ...FEE, description: '' }] }],
    ['status', { status: 'paid' }],
  ])('an invalid %s is refused with 422', async (field, body) => {
    const whole = { customer_id: customer.id, currency: 'EUR', fees: [FEE], ...body };
    expect(await wrongFieldsOf(organization.post(ONE_OFF, whole))).toEqual([field]);
    expect((await listOf(organization.get(PATH))).total).toBe(0);
  });

  it("a one-off invoice in another currency than the customer's is refused with 422", async () => {
    const dollars = await aCustomer(organization, { currency: 'USD' });
    const body = { customer_id: dollars.id, currency: 'EUR', fees: [FEE] };
    expect(await wrongFieldsOf(organization.post(ONE_OFF, body))).toEqual(['currency']);
    await anInvoice(organization, { ...body, currency: 'USD' });
    await organization.delete(`/v1/customers/${customer.id}`).expect(204);
    const gone = { ...body, customer_id: customer.id };
    expect(await wrongFieldsOf(organization.post(ONE_OFF, gone))).toEqual(['customer_id']);
    const other = await app.anOrganization();
    expect(await wrongFieldsOf(other.post(ONE_OFF, body))).toEqual(['customer_id']);
  });

  it('deleting a customer with an unpaid invoice is refused with 400', async () => {
    const path = `/v1/customers/${customer.id}`;
    const { id } = await oneOff();
    const problem = await problemOf(organization.delete(path), 400, 'invalid_state');
    expect(problem.detail).toBe(
      'The customer has unpaid invoices; first finalize the drafts, and pay or void the others.',
    );
    await organization.post(`${PATH}/${id}/void`).expect(200);
    await organization.delete(path).expect(204);
    expect(await bodyOf(organization.get(`${PATH}/${id}`))).toMatchObject({ status: 'voided' });
  });

  it('one Idempotency-Key creates one invoice', async () => {
    const body = { customer_id: customer.id, currency: 'EUR', fees: [FEE] };
    const answers = await Promise.all(
      [1, 2, 3].map(() => organization.post(ONE_OFF, body).set('Idempotency-Key', 'set-up')),
    );
    expect(answers.filter((it) => it.status === 201).length).toBeGreaterThan(0);
    expect((await listOf(organization.get(PATH))).total).toBe(1);
  });
});
