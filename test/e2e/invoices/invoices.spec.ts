import { anInvoice, aCustomer } from '../../support/builders';
import { aBill, aBillablePlan, billed, eventsOf } from '../../support/bills';
import type { InvoiceBody } from '../../support/invoice-wire';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, problemOf, wrongFieldsOf, type CustomerBody } from '../../support/wire';

const PATH = '/v1/invoices';
const FEE = { description: 'Set-up', units: '1', unit_amount_cents: 1000 };
const UNKNOWN = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

describe('invoices', () => {
  // No worker: its jobs would finalize the drafts, whose dates are in the past.
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  let customer: CustomerBody;

  beforeEach(async () => {
    customer = await aCustomer(organization);
  });

  const oneOff = (fields: object = {}): Promise<InvoiceBody> =>
    anInvoice(organization, { customer_id: customer.id, fees: [FEE], ...fields });
  const aDraft = async (): Promise<InvoiceBody> => {
    const later = await aCustomer(organization, { invoice_grace_period: 3, net_payment_term: 10 });
    return billed(app, organization, aBill(organization, later, await aBillablePlan(app, organization)));
  };
  const act = (action: string, id: string) => organization.post(`${PATH}/${id}/${action}`);
  const idsOf = async (query: string): Promise<string[]> =>
    (await listOf<InvoiceBody>(organization.get(`${PATH}?${query}`))).items.map((it) => it.id);

  it('finalizing a draft gives it a number', async () => {
    const draft = await aDraft();
    expect(draft).toMatchObject({
      status: 'draft',
      number: null,
      finalized_at: null,
      issuing_date: '2026-02-04',
    });
    expect(draft).toMatchObject({ payment_due_date: '2026-02-14', amount_due_cents: 4900 });
    expect(await eventsOf(app, draft.id)).toEqual(['invoice.created']);

    const final = await bodyOf<InvoiceBody>(act('finalize', draft.id));
    expect(final).toMatchObject({ status: 'finalized', amount_due_cents: 4900, fees: draft.fees });
    expect(final.number).toMatch(/^ACM-[0-9A-F]{4}-001$/);
    expect(await eventsOf(app, draft.id)).toEqual(['invoice.created', 'invoice.finalized']);
    expect(await bodyOf(organization.get(`${PATH}/${draft.id}`))).toEqual(final);
    await problemOf(act('finalize', draft.id), 400, 'invalid_state');
    await problemOf(act('finalize', UNKNOWN), 404, 'not_found');
    await problemOf((await app.anOrganization()).post(`${PATH}/${draft.id}/finalize`), 404, 'not_found');
    expect(await wrongFieldsOf(organization.post(`${PATH}/${draft.id}/finalize`, { force: true }))).toEqual([
      'force',
    ]);
  });

  it('voiding a finalized invoice keeps its number; voiding it again is refused with 400', async () => {
    const [draft, final] = [await aDraft(), await oneOff()];
    await problemOf(act('void', draft.id), 400, 'invalid_state');
    const voided = await bodyOf<InvoiceBody>(act('void', final.id));
    expect(voided).toEqual({
      ...final,
      status: 'voided',
      amount_due_cents: 0,
      voided_at: voided.voided_at,
      updated_at: voided.updated_at,
    });
    expect(voided.voided_at).not.toBeNull();
    await problemOf(act('void', final.id), 400, 'invalid_state');
    await problemOf(act('finalize', final.id), 400, 'invalid_state');
    await problemOf(
      act('void', (await oneOff({ fees: [{ ...FEE, unit_amount_cents: 0 }] })).id),
      400,
      'invalid_state',
    );
    const kinds = ['invoice.created', 'invoice.finalized', 'invoice.voided'];
    expect(await eventsOf(app, final.id)).toEqual(kinds);
    await problemOf(act('void', UNKNOWN), 404, 'not_found');
  });

  it('concurrent voids of an invoice succeed once', async () => {
    const { id } = await oneOff();
    const answers = await Promise.all(Array.from({ length: 5 }, () => act('void', id)));
    expect(answers.map((it) => it.status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect((await eventsOf(app, id)).filter((it) => it === 'invoice.voided')).toHaveLength(1);
  });

  it('every filter of the list returns the matching invoices', async () => {
    const other = await aCustomer(organization);
    const [draft, first, second] = [await aDraft(), await oneOff(), await oneOff({ customer_id: other.id })];
    await act('void', second.id).expect(200);
    const plan = await aBillablePlan(app, organization);
    const old = await billed(app, organization, aBill(organization, customer, plan));
    expect(old.payment_overdue).toBe(true);
    const all = [old, second, first, draft].map((it) => it.id);
    expect(await idsOf('')).toEqual(all);
    expect(await idsOf('status=draft')).toEqual([draft.id]);
    expect(await idsOf('status=voided')).toEqual([second.id]);
    expect(await idsOf('status=paid')).toEqual([]);
    expect(await idsOf(`customer_id=${customer.id}`)).toEqual([old.id, first.id]);
    expect(await idsOf(`subscription_id=${old.subscription_id ?? ''}`)).toEqual([old.id]);
    expect(await idsOf('payment_overdue=true')).toEqual([old.id]);
    expect(await idsOf('payment_overdue=false')).toEqual([second.id, first.id, draft.id]);
    expect(await idsOf('issuing_date_to=2026-02-04')).toEqual([old.id, draft.id]);
    expect(await idsOf('issuing_date_from=2026-02-02&issuing_date_to=2026-02-04')).toEqual([draft.id]);
    expect(await idsOf('issuing_date_from=2026-02-05')).toEqual([second.id, first.id]);
    expect((await idsOf('order_by=issuing_date:asc')).slice(0, 2)).toEqual([old.id, draft.id]);
    expect(await listOf(organization.get(`${PATH}?limit=1&skip=1`))).toMatchObject({
      items: [{ id: second.id }],
      total: 4,
    });
    expect((await listOf((await app.anOrganization()).get(`${PATH}?customer_id=${customer.id}`))).total).toBe(
      0,
    );
  });

  it.each([
    ['status', 'status=open'],
    ['customer_id', 'customer_id=x'],
    ['payment_overdue', 'payment_overdue=yes'],
    ['issuing_date_from', 'issuing_date_from=2026-02-30'],
    ['issuing_date_to', 'issuing_date_to=0000-01-01'],
    ['order_by', 'order_by=number'],
    ['number', 'number=1'],
  ])('an invalid list parameter %s is refused with 422', async (field, query) => {
    expect(await wrongFieldsOf(organization.get(`${PATH}?${query}`))).toEqual([field]);
  });

  it('reconciliation finds no mismatch in drafts and voided invoices', async () => {
    await aDraft();
    await act('void', (await oneOff()).id).expect(200);
    const { checks } = await bodyOf<{ checks: { name: string; agrees: boolean }[] }>(
      organization.get('/v1/reconciliation'),
    );
    const names = ['invoice_fees', 'invoice_settlements', 'invoice_numbers'];
    const own = checks.filter((it) => names.includes(it.name));
    expect(own.map(({ name, agrees }) => ({ name, agrees }))).toEqual([
      { name: 'invoice_fees', agrees: true },
      { name: 'invoice_settlements', agrees: true },
      { name: 'invoice_numbers', agrees: true },
    ]);
  });
});
