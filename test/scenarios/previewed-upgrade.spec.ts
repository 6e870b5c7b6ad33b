import { BillingStory } from '../support/billing-story';
import { aCreditNote, aCustomer, aPlan, aTax } from '../support/builders';
import { useReconciliation } from '../support/use-reconciliation';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { bodyOf, listOf, type CreditNoteBody, type SubscriptionBody } from '../support/wire';

interface PreviewBody {
  effective_at: string;
  fee_amount_cents: number;
  credit_amount_cents: number;
  invoices: Record<string, unknown>[];
}

const SUMS = ['currency', 'fees_amount_cents', 'coupons_amount_cents', 'taxes_amount_cents'];

/** 31.00 for January in advance with 20 % tax; on the eleventh an upgrade to 62.00, with 21 days left. */
describe('the preview of an upgrade of a plan that was billed in advance', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useOrganization(app);
  const story = new BillingStory(app, organization);
  let year = 2026;
  let subscription: SubscriptionBody;

  useReconciliation(organization);

  /** Subscribes a customer, with a coupon if given, and moves to the day of the upgrade. */
  async function subscribeWith(coupon?: object): Promise<string> {
    year++;
    await aTax(organization);
    const customer = await aCustomer(organization);
    const small = await aPlan(organization, { pay_in_advance: true, amount_cents: 3100 });
    const large = await aPlan(organization, { pay_in_advance: true, amount_cents: 6200 });
    if (coupon !== undefined) {
      await bodyOf(organization.post('/v1/coupons', { code: 'c', name: 'Coupon', ...coupon }), 201);
      await bodyOf(organization.post(`/v1/customers/${customer.id}/coupons`, { coupon_code: 'c' }), 201);
    }
    await story.moveTo(`${year}-01-01T12:00`);
    subscription = await story.subscribe(small, { customer_id: customer.id });
    await story.moveTo(`${year}-01-11T12:00`);
    return large.id;
  }

  const notes = async (): Promise<CreditNoteBody[]> =>
    (await listOf<CreditNoteBody>(organization.get('/v1/credit_notes'))).items;

  /** Previews the change and makes it; expects that both say the same. @returns the preview */
  async function previewAndChange(planId: string): Promise<PreviewBody> {
    const path = `/v1/subscriptions/${subscription.id}/change_plan_preview`;
    const preview = await bodyOf<PreviewBody>(organization.post(path, { plan_id: planId }));
    const [billsBefore, notesBefore] = [await story.invoices(subscription), await notes()];
    await story.change(subscription.id, { plan_id: planId });
    const known = new Set([...billsBefore, ...notesBefore].map((it) => it.id));
    const bills = (await story.invoices(subscription)).filter((it) => !known.has(it.id));
    const credited = (await notes()).filter((it) => !known.has(it.id));
    expect(preview.invoices.map((it) => SUMS.map((field) => it[field]))).toEqual(
      bills.map((it) => SUMS.map((field) => it[field as keyof typeof it])),
    );
    // Before taxes: the total of a preview does not know what credit the bill will use.
    const credit = credited.flatMap((it) => it.items).reduce((sum, it) => sum + it.amount_cents, 0);
    expect(preview.credit_amount_cents).toBe(credit);
    return preview;
  }

  it('equals the bills and the credit of the change', async () => {
    const preview = await previewAndChange(await subscribeWith());
    expect(preview).toMatchObject({ credit_amount_cents: 2100, fee_amount_cents: 4200 });
  });

  it('equals them when a coupon had lowered the fee', async () => {
    const coupon = { coupon_type: 'percentage', percentage_rate: '50', frequency: 'forever' };
    const preview = await previewAndChange(await subscribeWith(coupon));
    expect(preview).toMatchObject({ credit_amount_cents: 1050, fee_amount_cents: 4200 });
    expect(preview.invoices).toMatchObject([{ fees_amount_cents: 4200, coupons_amount_cents: 2100 }]);
  });

  it('equals them when a coupon had paid for all of the fee', async () => {
    const coupon = { coupon_type: 'fixed_amount', amount_cents: 3100, currency: 'EUR', frequency: 'once' };
    const preview = await previewAndChange(await subscribeWith(coupon));
    expect(preview).toMatchObject({ credit_amount_cents: 0 });
    expect(preview.invoices).toMatchObject([{ fees_amount_cents: 4200, coupons_amount_cents: 0 }]);
  });

  it.each([
    ['less than the unused part', 500, 1600],
    ['more than the unused part', 2500, 0],
  ])('equals them when an earlier credit note returned %s', async (_, returned, credit) => {
    const plan = await subscribeWith();
    const [first] = await story.invoices(subscription);
    if (first === undefined) throw new Error('The subscription has no bill');
    await aCreditNote(organization, first, { amounts: [returned] });
    expect(await previewAndChange(plan)).toMatchObject({ credit_amount_cents: credit });
  });

  it('equals them when a coupon had lowered the fee, and a credit note had returned some of it', async () => {
    const coupon = { coupon_type: 'percentage', percentage_rate: '50', frequency: 'once' };
    const plan = await subscribeWith(coupon);
    const [first] = await story.invoices(subscription);
    if (first === undefined) throw new Error('The subscription has no bill');
    await aCreditNote(organization, first, { amounts: [300] });
    const preview = await previewAndChange(plan);
    expect(preview).toMatchObject({ credit_amount_cents: 750 });
    expect(preview.invoices).toMatchObject([{ coupons_amount_cents: 0 }]);
  });
});
