import { UsageListeners, UsageMeter } from '../../../src/modules/usage';
import { InvoiceBilling } from '../../../src/modules/invoices';
import { Transactions } from '../../../src/platform/database/transactions';
import { CLOCK, type Clock } from '../../../src/platform/domain/clock';
import { newId } from '../../../src/platform/domain/id';
import { aCharge, aMetric, aTax, aCustomer } from '../../support/builders';
import { aBill, aBillablePlan, billed, eventsOf } from '../../support/bills';
import { gate } from '../../support/gate';
import type { InvoiceBody } from '../../support/invoice-wire';
import { untilLockWait } from '../../support/lock-waits';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, type CustomerBody, type MetricBody } from '../../support/wire';

const DAY_MS = 86_400_000;
const FIRST = new Date('2027-01-01T00:00:00Z');

type Plan = Awaited<ReturnType<typeof aBillablePlan>>;

describe('draft invoices', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let organization: TestOrganization;
  let customer: CustomerBody;
  let metric: MetricBody;
  let plan: Plan;
  let transactions: Transactions;
  let meter: UsageMeter;

  beforeAll(async () => {
    transactions = app.app.get(Transactions);
    meter = app.app.get(UsageMeter);
    organization = await app.anOrganization();
    await moveTo(FIRST);
  });
  beforeEach(async () => {
    organization = await app.anOrganization();
    const fields = { invoice_grace_period: 3, net_payment_term: 10, timezone: 'America/New_York' };
    customer = await aCustomer(organization, fields);
    metric = await aMetric(organization, { code: 'calls', name: 'Calls', aggregation_type: 'count' });
    const charge = aCharge(metric, { properties: { amount: '0.1' } });
    plan = await aBillablePlan(app, organization, { charges: [charge] });
  });

  const now = (): Date => app.app.get<Clock>(CLOCK, { strict: false }).now();
  const inDays = (days: number): Date => new Date(now().getTime() + days * DAY_MS);
  const moveTo = (at: Date) => organization.put('/v1/test_clock', { now: at.toISOString() }).expect(200);
  const shown = (id: string): Promise<InvoiceBody> => bodyOf(organization.get(`/v1/invoices/${id}`));

  /** Creates a subscription with an open billing period. */
  const aUsagePeriod = async (): Promise<{ subscriptionId: string; usagePeriodId: string }> => {
    const [subscriptionId, usagePeriodId] = [newId(), newId()];
    const whole = { from: inDays(-31), to: now() };
    await transactions.run(async (tx) => {
      const dates = { startedAt: whole.from, endedAt: null, endsAt: null };
      const subscription = { subscriptionId, externalId: newId(), customerId: customer.id, ...dates };
      await meter.register(tx, organization.id, subscription);
      const period = {
        id: usagePeriodId,
        subscriptionId,
        planVersionId: plan.versionId,
        ...whole,
        whole,
        timezone: 'UTC',
        firstDay: null,
        daysLeft: null,
      };
      await meter.openPeriod(tx, organization.id, period);
    });
    return { subscriptionId, usagePeriodId };
  };
  /** Writes usage totals and marks the period as having unhandled usage, as ingestion does. */
  const count = async (usagePeriodId: string, events: number): Promise<void> => {
    await app.database.query(
      `INSERT INTO usage_totals (organization_id, period_id, billable_metric_id, events_count)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (organization_id, period_id, billable_metric_id) DO UPDATE SET events_count = $4`,
      [organization.id, usagePeriodId, metric.id, events],
    );
    await app.database.query('UPDATE usage_periods SET followed = false WHERE id = $1', [usagePeriodId]);
  };
  const stateOf = async (usagePeriodId: string): Promise<string | undefined> => {
    const sql = 'SELECT state FROM usage_periods WHERE id = $1';
    return (await app.database.query<{ state: string }>(sql, [usagePeriodId]))[0]?.state;
  };
  const aDraft = async (): Promise<{ invoice: InvoiceBody; usagePeriodId: string }> => {
    const { subscriptionId, usagePeriodId } = await aUsagePeriod();
    const subscription = { id: subscriptionId, externalId: newId(), name: 'Team' };
    const bill = aBill(organization, customer, plan, { subscription, usagePeriodId, billedAt: now() });
    return { invoice: await billed(app, organization, bill), usagePeriodId };
  };

  it('reading a draft adds late usage to it, emits no event and keeps the IDs of its fees', async () => {
    const { invoice, usagePeriodId } = await aDraft();
    expect(invoice.fees.map((it) => it.description)).toEqual(['Pro (Team)']);
    await moveTo(inDays(1));
    await count(usagePeriodId, 12);
    const first = await shown(invoice.id);
    const [fee, usage] = first.fees;
    expect(fee).toEqual(invoice.fees[0]);
    expect(usage).toMatchObject({
      type: 'charge',
      description: 'Calls',
      units: '12',
      unit_amount: '0.1',
      amount_cents: 120,
      billable_metric_code: 'calls',
      charge_id: plan.charges[0]?.id,
      plan_id: plan.id,
      events_count: 12,
    });
    expect(first).toMatchObject({ status: 'draft', total_amount_cents: 5020, amount_due_cents: 5020 });
    expect(first.updated_at > invoice.updated_at).toBe(true);

    await count(usagePeriodId, 20);
    const second = await shown(invoice.id);
    expect(second.fees.map((it) => it.id)).toEqual(first.fees.map((it) => it.id));
    expect(second.total_amount_cents).toBe(5100);
    expect(await eventsOf(app, invoice.id)).toEqual(['invoice.created']);
    await moveTo(inDays(1));
    expect(await shown(invoice.id)).toEqual(second);
  });

  it('a draft is finalized at the start of its issuing date; it includes all earlier usage and no later usage', async () => {
    const { invoice, usagePeriodId } = await aDraft();
    const [year, month, day] = invoice.issuing_date.split('-').map(Number) as [number, number, number];
    const end = new Date(Date.UTC(year, month - 1, day, 5)); // midnight in New York in winter
    await count(usagePeriodId, 5);
    expect(await stateOf(usagePeriodId)).toBe('open');
    await moveTo(new Date(end.getTime() - 1));
    expect(await shown(invoice.id)).toMatchObject({ status: 'draft', number: null });
    await moveTo(end);
    const final = await shown(invoice.id);
    expect(final).toMatchObject({ status: 'finalized', total_amount_cents: 4950 });
    expect(final).toMatchObject({ issuing_date: invoice.issuing_date, finalized_at: end.toISOString() });
    expect(await stateOf(usagePeriodId)).toBe('closed');
    await count(usagePeriodId, 50);
    await app.app.get(UsageListeners).processNow(organization.id, usagePeriodId);
    expect(await shown(invoice.id)).toEqual(final);
  });

  it('a draft that a request finalizes early is issued on that day', async () => {
    const { invoice } = await aDraft();
    await moveTo(inDays(1));
    const final = await bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${invoice.id}/finalize`));
    expect(final.issuing_date < invoice.issuing_date).toBe(true);
    const term = Date.parse(final.payment_due_date) - Date.parse(final.issuing_date);
    expect(term).toBe(10 * DAY_MS);
    expect(final.finalized_at).toBe(now().toISOString());
  });

  const setTerms = (terms: object) => organization.put(`/v1/customers/${customer.id}`, terms).expect(200);
  const daysFrom = (date: string, days: number): string =>
    new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

  it('the dates of drafts move with the grace period and payment term; those of other invoices stay', async () => {
    const [{ invoice: earlier }, { invoice }] = [await aDraft(), await aDraft()];
    const final = await bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${earlier.id}/finalize`));
    const { issuing_date: issued } = invoice;
    for (const [grace, term] of [
      [15, 10],
      [9, 30],
      [2, 0],
      [3, 10],
    ] as const) {
      await setTerms({ invoice_grace_period: grace, net_payment_term: term });
      const moved = daysFrom(issued, grace - 3);
      const dates = { issuing_date: moved, payment_due_date: daysFrom(moved, term) };
      expect(await shown(invoice.id)).toMatchObject({ status: 'draft', ...dates });
    }
    await setTerms({ name: 'Same terms' });
    expect(await shown(invoice.id)).toMatchObject({ issuing_date: issued });
    expect(await shown(earlier.id)).toEqual(final);
    expect(await eventsOf(app, invoice.id)).toEqual(['invoice.created']);
    await setTerms({ invoice_grace_period: 5 });
    await moveTo(inDays(4));
    expect(await shown(invoice.id)).toMatchObject({ status: 'draft' });
    await moveTo(inDays(2));
    const late = daysFrom(issued, 2);
    expect(await shown(invoice.id)).toMatchObject({ status: 'finalized', issuing_date: late });
  });

  it('the next run finalizes a draft that is due by the new terms', async () => {
    const { invoice } = await aDraft();
    await moveTo(inDays(2));
    await setTerms({ invoice_grace_period: 0 });
    expect(await shown(invoice.id)).toMatchObject({ status: 'draft' });
    await moveTo(now());
    const dates = { issuing_date: daysFrom(invoice.issuing_date, -3), finalized_at: now().toISOString() };
    expect(await shown(invoice.id)).toMatchObject({ status: 'finalized', ...dates });
    expect(await eventsOf(app, invoice.id)).toEqual(['invoice.created', 'invoice.finalized']);
  });

  it('a draft that is created while the terms change has the new ones', async () => {
    const [locked, goOn] = [gate(), gate()];
    const changing = transactions.run(async (tx) => {
      await tx.query('SELECT FROM customers WHERE id = $1 FOR NO KEY UPDATE', [customer.id]);
      locked.open();
      await goOn.opened;
      await tx.query('UPDATE customers SET invoice_grace_period = 10 WHERE id = $1', [customer.id]);
    });
    await locked.opened;
    const drafting = aDraft();
    await untilLockWait(app.database);
    goOn.open();
    await changing;
    const { invoice } = await drafting;
    const day = now().toLocaleDateString('sv', { timeZone: 'America/New_York' });
    expect(invoice.issuing_date).toBe(daysFrom(day, 10));
  });

  it('the dates of more drafts than one batch move together', async () => {
    const { invoice } = await aDraft();
    await app.database.query(
      `INSERT INTO invoices SELECT (jsonb_populate_record(it,
         jsonb_build_object('id', gen_random_uuid(), 'period_id', gen_random_uuid()))).*
         FROM invoices AS it, generate_series(1, 500) WHERE it.id = $1`,
      [invoice.id],
    );
    await setTerms({ invoice_grace_period: 30 });
    const dates = await app.database.query<{ issued: string; count: number }>(
      `SELECT issuing_date::text AS issued, count(*)::integer FROM invoices WHERE customer_id = $1 GROUP BY 1`,
      [customer.id],
    );
    expect(dates).toEqual([{ issued: daysFrom(invoice.issuing_date, 27), count: 501 }]);
    // The next move of the clock would finalize them one by one.
    await app.database.query('DELETE FROM invoices WHERE customer_id = $1 AND id <> $2', [
      customer.id,
      invoice.id,
    ]);
  });

  it('the job and two concurrent requests finalize a draft once, even while late usage is processed', async () => {
    const { invoice, usagePeriodId } = await aDraft();
    await count(usagePeriodId, 7);
    const finalize = () => organization.post(`/v1/invoices/${invoice.id}/finalize`);
    const [first, second] = await Promise.all([
      finalize(),
      finalize(),
      moveTo(inDays(4)),
      app.app.get(UsageListeners).processNow(organization.id, usagePeriodId),
    ]);
    expect([first.status, second.status].filter((it) => it === 200).length).toBeLessThanOrEqual(1);
    expect(await shown(invoice.id)).toMatchObject({ status: 'finalized', total_amount_cents: 4970 });
    expect(await eventsOf(app, invoice.id)).toEqual(['invoice.created', 'invoice.finalized']);
  });

  it('an invoice becomes overdue the day after its due date; a voided invoice does not', async () => {
    const [first, second] = [await aDraft(), await aDraft()];
    const last = new Date(`${first.invoice.payment_due_date}T00:00:00Z`);
    const from = new Date(last.getTime() + DAY_MS + 5 * 3_600_000);
    await moveTo(inDays(5));
    await organization.post(`/v1/invoices/${second.invoice.id}/void`).expect(200);
    await moveTo(new Date(from.getTime() - 1));
    expect(await shown(first.invoice.id)).toMatchObject({ status: 'finalized', payment_overdue: false });
    await moveTo(from);
    expect(await shown(first.invoice.id)).toMatchObject({ payment_overdue: true });
    expect(await shown(second.invoice.id)).toMatchObject({ payment_overdue: false });
    const waiting = await app.database.query(
      'SELECT 1 FROM invoices WHERE organization_id = $1 AND next_action_at IS NOT NULL',
      [organization.id],
    );
    expect(waiting).toEqual([]);
  });

  it('finalizing a draft with amounts above 2^53-1 is refused with 400 invalid_state and delays no other draft', async () => {
    const [large, small] = [await aDraft(), await aDraft()];
    await count(large.usagePeriodId, Number.MAX_SAFE_INTEGER);
    expect(await shown(large.invoice.id)).toMatchObject({ status: 'draft', total_amount_cents: 4900 });
    const call = organization.post(`/v1/invoices/${large.invoice.id}/finalize`);
    expect((await problemOf(call, 400, 'invalid_state')).detail).toContain('2^53-1');
    await moveTo(inDays(4));
    expect(await shown(large.invoice.id)).toMatchObject({ status: 'draft' });
    expect(await shown(small.invoice.id)).toMatchObject({ status: 'finalized' });
    await count(large.usagePeriodId, 1);
    await moveTo(inDays(1));
    expect(await shown(large.invoice.id)).toMatchObject({ status: 'finalized', total_amount_cents: 4910 });
  });

  it('a preview has the amounts of the later invoice and closes no billing period', async () => {
    const { usagePeriodId } = await aUsagePeriod();
    await count(usagePeriodId, 3);
    await aTax(organization, { applied_to_organization: true });
    const bill = aBill(organization, customer, plan, { usagePeriodId, billedAt: now() });
    const [preview] = await transactions.run((tx) => app.app.get(InvoiceBilling).previewAll(tx, [bill]));
    const amounts = { feesAmountCents: 4930n, taxesAmountCents: 986n, totalAmountCents: 5916n };
    expect(preview).toMatchObject({ currency: 'EUR', ...amounts });
    expect(await stateOf(usagePeriodId)).toBe('open');
    const invoice = await billed(app, organization, bill);
    expect(invoice).toMatchObject({
      fees_amount_cents: 4930,
      taxes_amount_cents: 986,
      total_amount_cents: 5916,
    });
  });
});
