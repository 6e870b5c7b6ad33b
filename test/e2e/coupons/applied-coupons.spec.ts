import {
  aCoupon,
  aCreditNote,
  aCustomer,
  anAppliedCoupon,
  aPlan,
  aSubscription,
  aTax,
  aWallet,
  itemsOf,
} from '../../support/builders';
import type { AppliedCouponBody } from '../../support/coupon-wire';
import type { InvoiceBody } from '../../support/invoice-wire';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { INSTANT, UUID_V7, bodyOf, listOf, problemOf, wrongFieldsOf } from '../../support/wire';

const PATH = '/v1/coupons';
const PERCENTAGE = { coupon_type: 'percentage', percentage_rate: '10', frequency: 'forever' };
const UNKNOWN_ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
const PAST = '2020-01-01T00:00:00.000Z';

describe('applied coupons', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useSharedOrganization(app);

  const pathOf = (customer: { id: string }, applied?: { id: string }): string =>
    `/v1/customers/${customer.id}/coupons${applied === undefined ? '' : `/${applied.id}`}`;
  const read = (customer: { id: string }, applied: { id: string }): Promise<AppliedCouponBody> =>
    bodyOf(organization.get(pathOf(customer, applied)));
  const eventsOf = (id: string) =>
    app.database.query<{ kind: string; object_type: string; payload: string }>(
      'SELECT kind, object_type, payload FROM outbox_events WHERE object_id = $1',
      [id],
    );

  it('an applied coupon is returned with a copy of its terms, and emits coupon.applied', async () => {
    const customer = await aCustomer(organization, { currency: 'EUR' });
    const coupon = await aCoupon(organization);
    const applied = await anAppliedCoupon(organization, customer, { coupon_code: coupon.code });
    expect(applied).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      coupon_id: coupon.id,
      code: coupon.code,
      customer_id: customer.id,
      status: 'active',
      coupon_type: 'fixed_amount',
      amount_cents: 1000,
      currency: 'EUR',
      percentage_rate: null,
      amount_remaining_cents: 1000,
      frequency: 'once',
      frequency_duration_remaining: null,
      created_at: expect.stringMatching(INSTANT) as string,
      ended_at: null,
    });
    expect(await read(customer, applied)).toEqual(applied);
    const [event, ...others] = await eventsOf(applied.id);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ kind: 'coupon.applied', object_type: 'applied_coupon' });
    expect(JSON.parse(event?.payload ?? '')).toMatchObject({ applied_coupon: applied });
  });

  it('the list is filtered by status, and shows the coupons of one customer', async () => {
    const [customer, other] = [await aCustomer(organization), await aCustomer(organization)];
    const active = await anAppliedCoupon(organization, customer);
    const ended = await anAppliedCoupon(organization, customer);
    await anAppliedCoupon(organization, other);
    await organization.delete(pathOf(customer, ended)).expect(204);
    const idsOf = async (query: string) =>
      (await listOf<AppliedCouponBody>(organization.get(`${pathOf(customer)}${query}`))).items.map(
        (it) => it.id,
      );
    expect(await idsOf('')).toEqual([ended.id, active.id]);
    expect(await idsOf('?status=active')).toEqual([active.id]);
    expect(await idsOf('?status=ended&order_by=created_at')).toEqual([ended.id]);
    await problemOf(organization.get(pathOf(other, active)), 404, 'not_found');
    await problemOf(organization.delete(pathOf(other, active)), 404, 'not_found');
    await problemOf(organization.get(pathOf({ id: UNKNOWN_ID })), 404, 'not_found');
    await problemOf((await app.anOrganization()).get(pathOf(customer)), 404, 'not_found');
  });

  it('terms of a customer replace those of the coupon, which stay for others', async () => {
    const customer = await aCustomer(organization);
    const fixed = { coupon_code: (await aCoupon(organization)).code };
    const percentage = { coupon_code: (await aCoupon(organization, PERCENTAGE)).code };
    const recurring = {
      coupon_code: (await aCoupon(organization, { frequency: 'recurring', frequency_duration: 3 })).code,
    };
    const shown = async (body: object) => {
      const applied = await anAppliedCoupon(organization, customer, body);
      const { amount_cents: cents, percentage_rate: rate, frequency } = applied;
      return [cents ?? rate, applied.amount_remaining_cents, frequency, applied.frequency_duration_remaining];
    };
    expect(await shown({ ...fixed, amount_cents: 700 })).toEqual([700, 700, 'once', null]);
    expect(await shown({ ...fixed, amount_cents: null })).toEqual([1000, 1000, 'once', null]);
    const twice = { frequency: 'recurring', frequency_duration: 2 };
    expect(await shown({ ...fixed, ...twice })).toEqual([1000, null, 'recurring', 2]);
    expect(await shown({ ...percentage, percentage_rate: '25.50' })).toEqual(['25.5', null, 'forever', null]);
    expect(await shown(recurring)).toEqual([1000, null, 'recurring', 3]);
    expect(await shown({ ...recurring, frequency_duration: 5 })).toEqual([1000, null, 'recurring', 5]);
    expect(await shown({ ...recurring, frequency: 'once' })).toEqual([1000, 1000, 'once', null]);
  });

  it.each([
    ['without a code', {}, ['coupon_code']],
    ['with an unknown code', { coupon_code: 'nope' }, ['coupon_code']],
    ['with a percentage of a fixed amount', { percentage_rate: '5' }, ['percentage_rate']],
    ['with an amount of 0', { amount_cents: 0 }, ['amount_cents']],
    ['with a duration without recurring', { frequency_duration: 2 }, ['frequency_duration']],
    ['with recurring without a duration', { frequency: 'recurring' }, ['frequency_duration']],
    ['with a currency', { currency: 'EUR' }, ['currency']],
  ])('applying a fixed amount %s is refused with 422', async (about, fields, wrong) => {
    const { code } = await aCoupon(organization);
    const body = about === 'without a code' ? fields : { coupon_code: code, ...fields };
    const application = organization.post(pathOf(await aCustomer(organization)), body);
    expect(await wrongFieldsOf(application)).toEqual(wrong);
  });

  it('applying an amount to a percentage is refused with 422', async () => {
    const { code } = await aCoupon(organization, PERCENTAGE);
    const body = { coupon_code: code, amount_cents: 100 };
    const application = organization.post(pathOf(await aCustomer(organization)), body);
    expect(await wrongFieldsOf(application)).toEqual(['amount_cents']);
  });

  it("a fixed amount in another currency than the customer's is refused with 422", async () => {
    const customer = await aCustomer(organization, { currency: 'USD' });
    const { code } = await aCoupon(organization);
    const application = organization.post(pathOf(customer), { coupon_code: code });
    expect((await problemOf(application, 422, 'validation_failed')).errors).toEqual([
      {
        field: 'coupon_code',
        code: 'currency_mismatch',
        message:
          'coupon_code cannot be applied: the coupon is in EUR, but the currency of the customer is USD.',
      },
    ]);
    await anAppliedCoupon(organization, customer, PERCENTAGE);
  });

  it('an active fixed amount keeps the currency of its customer; an ended one and a percentage do not', async () => {
    const customer = await aCustomer(organization);
    const applied = await anAppliedCoupon(organization, customer);
    await anAppliedCoupon(organization, customer, PERCENTAGE);
    const change = () => organization.put(`/v1/customers/${customer.id}`, { currency: 'USD' });
    const { detail } = await problemOf(change(), 400, 'invalid_state');
    expect(detail).toContain('The customer has an active coupon in EUR');
    await organization.delete(pathOf(customer, applied)).expect(204);
    await change().expect(200);
  });

  it('a coupon that is not reusable is applied once per customer, ended applications included', async () => {
    const customer = await aCustomer(organization);
    const { code } = await aCoupon(organization, { reusable: false });
    const apply = () => organization.post(pathOf(customer), { coupon_code: code });
    const { id } = await bodyOf<AppliedCouponBody>(apply(), 201);
    await organization.delete(pathOf(customer, { id })).expect(204);
    const { errors } = await problemOf(apply(), 422, 'validation_failed');
    expect(errors).toEqual([
      {
        field: 'coupon_code',
        code: 'invalid_state',
        message:
          'coupon_code cannot be applied: the coupon is not reusable, and has been applied to this customer.',
      },
    ]);
    await anAppliedCoupon(organization, await aCustomer(organization), { coupon_code: code });
  });

  it('of concurrent applications of a coupon that is not reusable, one succeeds', async () => {
    const customer = await aCustomer(organization);
    const { code } = await aCoupon(organization, { reusable: false });
    const apply = () => organization.post(pathOf(customer), { coupon_code: code });
    const responses = await Promise.all(Array.from({ length: 6 }, apply));
    expect(responses.map((it) => it.status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
    expect((await listOf(organization.get(pathOf(customer)))).total).toBe(1);
  });

  it('an expired coupon cannot be applied; earlier applications stay active', async () => {
    const customer = await aCustomer(organization);
    const { id, code } = await aCoupon(organization);
    const applied = await anAppliedCoupon(organization, customer, { coupon_code: code });
    await bodyOf(organization.put(`${PATH}/${id}`, { expiration_at: PAST }));
    const application = organization.post(pathOf(customer), { coupon_code: code });
    expect((await problemOf(application, 422, 'validation_failed')).errors).toEqual([
      {
        field: 'coupon_code',
        code: 'invalid_state',
        message: `coupon_code cannot be applied: the coupon expired at ${PAST}.`,
      },
    ]);
    expect(await read(customer, applied)).toMatchObject({ status: 'active' });
  });

  it.each(['ended', 'exhausted'])('ending an %s coupon is refused with 400 invalid_state', async (status) => {
    const customer = await aCustomer(organization);
    const applied = await anAppliedCoupon(organization, customer);
    await app.database.query('UPDATE applied_coupons SET status = $2 WHERE id = $1', [applied.id, status]);
    const { detail } = await problemOf(organization.delete(pathOf(customer, applied)), 400, 'invalid_state');
    expect(detail).toBe(`The applied coupon is already ${status}.`);
  });

  it('deleting a customer ends its coupons, which remain readable', async () => {
    const customer = await aCustomer(organization);
    const applied = await anAppliedCoupon(organization, customer);
    await organization.delete(`/v1/customers/${customer.id}`).expect(204);
    expect(await read(customer, applied)).toMatchObject({ status: 'ended' });
    expect((await listOf(organization.get(pathOf(customer)))).total).toBe(1);
    const { code } = await aCoupon(organization);
    await problemOf(organization.post(pathOf(customer), { coupon_code: code }), 404, 'not_found');
  });

  describe('on invoices in advance', () => {
    /** A customer with a tax of 20 % and these coupons, and a bill of 100.00 for each subscription. */
    const billed = async (...coupons: object[]) => {
      const customer = await aCustomer(organization, { currency: 'EUR', tax_codes: ['vat'] });
      const plan = await aPlan(organization, { amount_cents: 10_000, pay_in_advance: true });
      const applied: AppliedCouponBody[] = [];
      for (const terms of coupons) applied.push(await anAppliedCoupon(organization, customer, terms));
      const bill = async (): Promise<InvoiceBody> => {
        const about = { customer_id: customer.id, plan_id: plan.id, billing_time: 'anniversary' };
        const { id } = await aSubscription(organization, about);
        const [invoice] = (await listOf<InvoiceBody>(organization.get(`/v1/invoices?subscription_id=${id}`)))
          .items;
        if (invoice === undefined) throw new Error('The subscription has no invoice');
        return invoice;
      };
      return { customer, applied, bill };
    };

    beforeAll(() => aTax(organization));

    it('an amount lowers one bill after the other until it is exhausted', async () => {
      const { customer, applied, bill } = await billed({ amount_cents: 25_000 });
      const [coupon] = applied;
      const after = async (): Promise<unknown[]> => {
        const invoice = await bill();
        const left = await read(customer, coupon ?? { id: '' });
        const { coupons_amount_cents: off, taxes_amount_cents: taxes, total_amount_cents: total } = invoice;
        return [off, taxes, total, left.amount_remaining_cents, left.status];
      };
      expect(await after()).toEqual([10_000, 0, 0, 15_000, 'active']);
      expect(await after()).toEqual([10_000, 0, 0, 5000, 'active']);
      expect(await after()).toEqual([5000, 1000, 6000, 0, 'exhausted']);
      expect(await after()).toEqual([0, 2000, 12_000, 0, 'exhausted']);
      expect((await eventsOf(coupon?.id ?? '')).map((it) => it.kind)).toEqual([
        'coupon.applied',
        'coupon.exhausted',
      ]);
    });

    it('credit notes credit the net amount of a fee with its taxes, not a cent more', async () => {
      const { bill } = await billed({ percentage_rate: '33.3333' });
      const invoice = await bill();
      // 3333.33 off; 1333.4 of taxes
      expect(invoice).toMatchObject({
        coupons_amount_cents: 3333,
        taxes_amount_cents: 1333,
        total_amount_cents: 8000,
      });
      const credit = (cents: number) => aCreditNote(organization, invoice, { amounts: [cents] });
      const tooMuch = { invoice_id: invoice.id, reason: 'other', items: itemsOf(invoice, [6668]) };
      expect(await wrongFieldsOf(organization.post('/v1/credit_notes', tooMuch))).toEqual([
        'items.0.amount_cents',
      ]);
      // 666.6, then 1333 less 667
      expect(await credit(3333)).toMatchObject({ taxes_amount_cents: 667, total_amount_cents: 4000 });
      expect(await credit(3334)).toMatchObject({ taxes_amount_cents: 666, total_amount_cents: 4000 });
    });

    it('prepaid credit pays what coupons and taxes leave', async () => {
      const { customer, bill } = await billed({ percentage_rate: '50' }, { amount_cents: 2500 });
      const wallet = await aWallet(organization, { customer_id: customer.id, granted_credits: '10' });
      expect(await bill()).toMatchObject({
        coupons: [{ amount_cents: 5000 }, { amount_cents: 2500 }],
        coupons_amount_cents: 7500,
        taxes_amount_cents: 500,
        prepaid_credit_amount_cents: 1000,
        total_amount_cents: 2000,
      });
      expect(await bodyOf(organization.get(`/v1/wallets/${wallet.id}`))).toMatchObject({ balance_cents: 0 });
    });
  });
});
