import { aPlan, aTax, aCustomer, aPaymentByHand, aSubscription, aWallet } from '../support/builders';
import { CREDIT_NOTES } from '../support/credit-notes';
import type { CreditNoteBody } from '../support/credit-wire';
import type { InvoiceBody } from '../support/invoice-wire';
import { useSharedOrganization, useTestApp } from '../support/use-test-app';
import { bodyOf, listOf } from '../support/wire';

/** 31.00 for January in advance; on the eleventh an upgrade to 62.00, with 21 days left. */
describe('an upgrade of a plan that was paid in advance', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useSharedOrganization(app);

  const moveTo = (now: string) => bodyOf(organization.put('/v1/test_clock', { now }));
  const newest = async (): Promise<InvoiceBody | undefined> =>
    (await listOf<InvoiceBody>(organization.get('/v1/invoices'))).items[0];
  const kindsSince = async (count: number): Promise<string[]> => {
    const rows = await app.database.query<{ kind: string }>(
      'SELECT kind FROM outbox_events WHERE organization_id = $1 ORDER BY id',
      [organization.id],
    );
    return rows.slice(count).map((it) => it.kind);
  };

  it('an upgrade credits the unused days, and the next invoice uses the credit before the wallet', async () => {
    await aTax(organization);
    const customer = await aCustomer(organization, { tax_codes: ['vat'] });
    const terms = { pay_in_advance: true, currency: 'EUR' };
    const small = await aPlan(organization, { ...terms, amount_cents: 3100 });
    const large = await aPlan(organization, { ...terms, amount_cents: 6200 });
    await moveTo('2027-01-01T12:00:00.000Z');
    const subscription = await aSubscription(organization, { customer_id: customer.id, plan_id: small.id });
    const first = await newest();
    expect(first).toMatchObject({ fees_amount_cents: 3100, total_amount_cents: 3720, status: 'finalized' });
    await aPaymentByHand(organization, { invoice_id: first?.id ?? '' }, 3720);
    const wallet = await aWallet(organization, { customer_id: customer.id, paid_credits: '10' });
    await moveTo('2027-01-11T12:00:00.000Z');
    const before = (await kindsSince(0)).length;

    await bodyOf(organization.put(`/v1/subscriptions/${subscription.id}`, { plan_id: large.id }));

    const [note] = (await listOf<CreditNoteBody>(organization.get(CREDIT_NOTES))).items;
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
    const kinds = (await kindsSince(before)).filter((it) => !it.startsWith('subscription.'));
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
