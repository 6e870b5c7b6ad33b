import { BillingStory } from '../../support/billing-story';
import { eventually } from '../../support/eventually';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf } from '../../support/wire';

interface Day {
  date: string;
  currency?: string;
}

describe('analytics', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: BillingStory;

  beforeEach(async () => {
    story = await BillingStory.begin(app);
  });

  afterEach(async () => {
    const { checks } = await bodyOf<{ checks: { name: string; agrees: boolean }[] }>(
      story.organization.get('/v1/reconciliation'),
    );
    expect(checks.filter((it) => !it.agrees)).toEqual([]);
  });

  const series = <Row extends Day>(path: string): Promise<Row[]> =>
    bodyOf(story.organization.get(`/v1/analytics/${path}`));

  it('the recurring revenue follows starts, plan changes and ends of subscriptions', async () => {
    await story.moveTo('2030-01-01');
    const monthly = await story.plan({ amount_cents: 3000 });
    const yearly = await story.plan({ amount_cents: 120_000, interval: 'yearly' });
    const first = await story.subscribe(monthly);
    await story.subscribe(yearly);
    await story.moveTo('2030-01-03');
    const { id } = await story.plan({ amount_cents: 5000 });
    await bodyOf(story.organization.put(`/v1/subscriptions/${first.id}`, { plan_id: id }));
    await story.moveTo('2030-01-05');
    await story.organization.delete(`/v1/subscriptions/${first.id}`).expect(204);

    expect(await series('mrr?from=2029-12-31&to=2030-01-06')).toEqual([
      { date: '2030-01-01', currency: 'USD', subscriptions: 2, mrr_cents: 13_000 },
      { date: '2030-01-02', currency: 'USD', subscriptions: 2, mrr_cents: 13_000 },
      { date: '2030-01-03', currency: 'USD', subscriptions: 2, mrr_cents: 15_000 },
      { date: '2030-01-04', currency: 'USD', subscriptions: 2, mrr_cents: 15_000 },
      { date: '2030-01-05', currency: 'USD', subscriptions: 1, mrr_cents: 10_000 },
      { date: '2030-01-06', currency: 'USD', subscriptions: 1, mrr_cents: 10_000 },
    ]);
  });

  it('invoices are counted on the days on which they become final, paid and void', async () => {
    await story.moveTo('2030-02-01');
    const { id: customer_id } = await story.customer();
    const invoice = async (cents: number): Promise<string> => {
      const fees = [{ description: 'Set-up', units: '1', unit_amount_cents: cents }];
      const body = { customer_id, currency: 'USD', fees };
      return (await bodyOf<{ id: string }>(story.organization.post('/v1/invoices/one_off', body), 201)).id;
    };
    const paid = await invoice(1000);
    const voided = await invoice(500);
    await story.moveTo('2030-02-02');
    const payment = { invoice_id: paid, amount_cents: 1000 };
    await story.organization.post('/v1/payments/record', payment).expect(201);
    await story.organization.post(`/v1/invoices/${voided}/void`).expect(200);

    const none = {
      finalized: 0,
      finalized_amount_cents: 0,
      paid: 0,
      paid_amount_cents: 0,
      voided: 0,
      voided_amount_cents: 0,
    };
    expect(await series('invoices?from=2030-02-01&to=2030-02-03')).toEqual([
      { ...none, date: '2030-02-01', currency: 'USD', finalized: 2, finalized_amount_cents: 1500 },
      {
        ...none,
        ...{ date: '2030-02-02', currency: 'USD' },
        ...{ paid: 1, paid_amount_cents: 1000, voided: 1, voided_amount_cents: 500 },
      },
      { ...none, date: '2030-02-03', currency: 'USD' },
    ]);
  });

  it('usage events are counted once per transaction id on the day of their arrival', async () => {
    await story.moveTo('2030-03-01');
    await story.subscribe(await story.plan({ charges: [await story.charge('calls', '0.01')] }), {
      external_id: 'used',
    });
    const event = (transaction_id: string): object => ({
      transaction_id,
      code: 'calls',
      external_subscription_id: 'used',
      properties: { value: '1' },
    });
    await story.organization.post('/v1/events/batch', { events: [event('a'), event('b')] }).expect(201);
    await story.organization.post('/v1/events', event('a')).expect(200);
    await story.moveTo('2030-03-02');
    await story.organization.post('/v1/events', event('c')).expect(201);

    const expected = [
      { date: '2030-03-01', events: 2 },
      { date: '2030-03-02', events: 1 },
    ];
    expect(await series('usage?from=2030-03-01&to=2030-03-02')).toEqual(expected);
    expect(await series('usage?from=2030-03-01&to=2030-03-02&billable_metric_code=calls')).toEqual(expected);
    expect(await series('usage?from=2030-03-01&to=2030-03-01&billable_metric_code=other')).toEqual([
      { date: '2030-03-01', events: 0 },
    ]);
  });

  it('deliveries are counted on the day of their creation, by endpoint', async () => {
    const inbox = { url: 'inbox' };
    const endpoint = await bodyOf<{ id: string }>(
      story.organization.post('/v1/webhook_endpoints', inbox),
      201,
    );
    const { id: other } = await bodyOf<{ id: string }>(
      story.organization.post('/v1/webhook_endpoints', { url: 'inbox', event_types: ['invoice.*'] }),
      201,
    );
    await story.customer();
    const succeeded = async (id: string): Promise<number> => {
      const days = await series<Day & { succeeded: number }>(`deliveries?webhook_endpoint_id=${id}`);
      return days.reduce((sum, it) => sum + it.succeeded, 0);
    };
    await eventually(async () => ((await succeeded(endpoint.id)) === 1 ? true : null), 10_000);
    expect(await succeeded(other)).toBe(0);
  });

  it('spans that are too long or end before they begin are refused with 422', async () => {
    for (const span of ['from=2030-01-02&to=2030-01-01', 'from=2028-12-31&to=2030-01-01', 'from=yesterday']) {
      await problemOf(story.organization.get(`/v1/analytics/mrr?${span}`), 422, 'validation_failed');
    }
  });
});
