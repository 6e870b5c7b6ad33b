import { BillingStory } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';
import { listOf, type CreditNoteBody, type InvoiceBody } from '../support/wire';

describe('a credit note on one of two drafts that become final at one instant', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });

  it('becomes final with its draft, and its credit pays the draft after it', async () => {
    const story = await BillingStory.begin(app);
    await story.moveTo('2027-12-31');
    const { id: customer_id } = await story.customer({ invoice_grace_period: 9 });
    const plan = await story.plan({ amount_cents: 3100, pay_in_advance: true });
    const invoicesOf = (id: string) => story.organization.get(`/v1/invoices?subscription_id=${id}`);
    const first = await story.subscribe(plan, { customer_id });
    const second = await story.subscribe(plan, { customer_id });
    await story.moveTo('2028-01-01');
    await story.organization
      .delete(`/v1/subscriptions/${first.id}?on_termination_credit_note=credit`)
      .expect(204);
    const notes = (): Promise<{ items: CreditNoteBody[] }> =>
      listOf(story.organization.get(`/v1/credit_notes?customer_id=${customer_id}`));
    const [draft] = (await notes()).items;
    expect(draft).toMatchObject({ status: 'draft', balance_amount_cents: 0 });

    await story.moveTo('2028-01-10');

    const [final] = (await notes()).items;
    expect(final).toMatchObject({ status: 'finalized', balance_amount_cents: 0 });
    const [invoice] = (await listOf<InvoiceBody>(invoicesOf(second.id))).items;
    expect(invoice?.credit_notes_amount_cents).toBe(final?.credit_amount_cents);
    expect(final?.credit_amount_cents).toBeGreaterThan(0);
  });
});
