import { BillingStory } from '../support/billing-story';
import { aCustomer, aPlan, aTax, aWallet } from '../support/builders';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { bodyOf, listOf, type CreditNoteBody } from '../support/wire';

/** 31.00 for January in advance; on the eleventh an upgrade to 62.00, with 21 days left. */
describe('an upgrade of a plan that was paid in advance', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useOrganization(app);
  const story = new BillingStory(app, organization);

  it('an upgrade credits the unused days, and the next invoice uses the credit before the wallet', async () => {
    await aTax(organization, { code: 'vat', applied_to_organization: false });
    const customer = await aCustomer(organization, { tax_codes: ['vat'] });
    const small = await aPlan(organization, { pay_in_advance: true, amount_cents: 3100 });
    const large = await aPlan(organization, { pay_in_advance: true, amount_cents: 6200 });
    await story.moveTo('2027-01-01T12:00');
    const subscription = await story.subscribe(small, { customer_id: customer.id });
    const newest = async () => (await story.invoices(subscription)).at(-1);
    const first = await newest();
    expect(first).toMatchObject({ fees_amount_cents: 3100, total_amount_cents: 3720, status: 'finalized' });
    const payment = { invoice_id: first?.id, amount_cents: 3720 };
    await organization.post('/v1/payments/record', payment).expect(201);
    const wallet = await aWallet(organization, { customer_id: customer.id, paid_credits: '10' });
    await story.moveTo('2027-01-11T12:00');
    const before = (await story.kinds()).length;

    await story.change(subscription.id, { plan_id: large.id });

    const [note] = (await listOf<CreditNoteBody>(organization.get('/v1/credit_notes'))).items;
    // The day of the upgrade belongs to the new plan: 21 of 31 days are credited, with their taxes.
    expect(note).toMatchObject({
      number: `${first?.number ?? ''}-CN1`,
      reason: 'order_change',
      status: 'finalized',
      credit_amount_cents: 2520,
      taxes_amount_cents: 420,
      balance_amount_cents: 0,
    });
    expect(await newest()).toMatchObject({
      fees_amount_cents: 4200,
      taxes_amount_cents: 840,
      credit_notes_amount_cents: 2520,
      prepaid_credit_amount_cents: 1000,
      amount_due_cents: 1520,
    });
    expect(await bodyOf(organization.get(`/v1/wallets/${wallet.id}`))).toMatchObject({ balance_cents: 0 });
    const kinds = (await story.kinds()).slice(before).filter((it) => !it.startsWith('subscription.'));
    expect(kinds.filter((it) => !it.startsWith('wallet.'))).toEqual([
      'invoice.created',
      'invoice.finalized',
      'credit_note.created',
      'credit_note.finalized',
    ]);
    expect(kinds.indexOf('wallet.transaction.created')).toBeGreaterThan(1);
    const { agrees } = await bodyOf<{ agrees: boolean }>(organization.get('/v1/reconciliation'));
    expect(agrees).toBe(true);
  });
});
