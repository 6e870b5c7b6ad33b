import { SubscriptionClock } from '../../src/modules/subscriptions/subscription-clock';
import { InvoicesDue } from '../../src/modules/invoices/invoices-due';
import { TestClock } from '../../src/platform/test-clock/test-clock';
import { BillingStory, instant, summaryOf } from '../support/billing-story';
import { eventually } from '../support/eventually';
import { organizationWithKey, startTestApp, type TestApp } from '../support/test-app';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const SETTINGS = { TEST_CLOCK: 'on' };
const BACK = '2027-05-10T09:30';

/** The service stops on 10 February and starts again on 10 May. */
describe('a service that was down for three months', () => {
  let database: TestDatabase;
  let app: TestApp;

  beforeAll(async () => {
    database = await createTestDatabase();
    app = await startTestApp(SETTINGS, database);
  });
  afterAll(async () => {
    await app.stop();
    await database.drop();
  });

  /** Returns a BillingStory that continues with the same organization on the restarted service. */
  const again = ({ organization: { id, rawKey, apiKeyId } }: BillingStory): BillingStory =>
    new BillingStory(app, organizationWithKey(app.request, id, { id: apiKeyId, raw_key: rawKey }));

  it('due work is processed in order and dated as if the service had not been down', async () => {
    let arrears = await BillingStory.begin(app);
    let advance = await BillingStory.begin(app);
    await arrears.moveTo('2027-01-10T09:00');
    const metered = await arrears.plan({ charges: [await arrears.charge('calls', '1')] });
    const monthly = await arrears.subscribe(metered);
    const graceful = await arrears.customer({ invoice_grace_period: 3 });
    const trial = await advance.plan({ pay_in_advance: true, amount_cents: 3100, trial_period_days: 45 });
    const tried = await advance.subscribe(trial, { ending_at: instant('2027-04-20T12:00') });
    await arrears.moveTo('2027-02-05');
    const drafted = await arrears.subscribe(metered, { customer_id: graceful.id });
    await arrears.moveTo('2027-02-10');
    await arrears.use(monthly, 'calls', '4', '2027-02-09');
    expect(await arrears.invoices(monthly)).toHaveLength(1);
    const [arrearsBefore, advanceBefore] = [(await arrears.kinds()).length, (await advance.kinds()).length];

    await app.stop();
    app = await startTestApp(SETTINGS, database);
    const clock = app.app.get(TestClock, { strict: false });
    clock.moveTo(new Date(instant(BACK)));
    [arrears, advance] = [again(arrears), again(advance)];
    await app.app.get(SubscriptionClock, { strict: false }).runDue();
    const due = app.app.get(InvoicesDue, { strict: false });
    // A run passes over what the job that runs every minute is processing.
    await eventually(async () => {
      await due.run();
      const next = await due.nextDueAt();
      return next === null || next > clock.now() ? true : null;
    });

    const bills = (await arrears.invoices(monthly)).slice(1).map(summaryOf);
    expect(bills.map((it) => [it.period, it.fees, it.issued, it.due])).toEqual([
      [
        [instant('2027-02-01'), instant('2027-03-01')],
        [
          ['subscription', 3000, 0, '28/28'],
          ['charge', 400, 0],
        ],
        '2027-03-01',
        '2027-03-31',
      ],
      [
        [instant('2027-03-01'), instant('2027-04-01')],
        [['subscription', 3000, 0, '31/31']],
        '2027-04-01',
        '2027-05-01',
      ],
      [
        [instant('2027-04-01'), instant('2027-05-01')],
        [['subscription', 3000, 0, '30/30']],
        '2027-05-01',
        '2027-05-31',
      ],
    ]);
    const overdue = (await arrears.invoices(monthly)).map((it) => it.payment_overdue);
    expect(overdue).toEqual([true, true, true, false]);
    // 5 to 28 February: 24 of 28 days; issued at the end of the grace period, not at the restart.
    const drafts = (await arrears.invoices(drafted)).map(summaryOf);
    expect(drafts.map((it) => [it.status, it.total, it.issued, it.due])).toEqual([
      ['finalized', 2571, '2027-03-04', '2027-04-03'],
      ['finalized', 3000, '2027-04-04', '2027-05-04'],
      ['finalized', 3000, '2027-05-04', '2027-06-03'],
    ]);
    const since = (await arrears.events()).slice(arrearsBefore);
    const of = (id: string): [string, unknown][] =>
      since
        .filter(({ object }) => object.subscription_id === id)
        .map(({ kind, object }) => [kind, object.issuing_date]);
    expect(of(monthly.id)).toEqual(
      ['2027-03-01', '2027-04-01', '2027-05-01'].flatMap((date) => [
        ['invoice.created', date],
        ['invoice.finalized', date],
      ]),
    );
    const issued = ['2027-03-04', '2027-04-04', '2027-05-04'];
    expect(of(drafted.id)).toEqual([
      ...issued.map((date) => ['invoice.created', date]),
      ...issued.map((date) => ['invoice.finalized', date]),
    ]);
    const numbers = [...(await arrears.invoices(monthly)), ...(await arrears.invoices(drafted))].map((it) =>
      Number(it.number?.replace(/.*-/, '')),
    );
    expect([...numbers].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);

    // The trial ended on 24 February at nine: 5 of 28 days of 31.00.
    expect((await advance.kinds()).slice(advanceBefore)).toEqual([
      'subscription.trial_ended',
      'invoice.created',
      'invoice.finalized',
      'invoice.created',
      'invoice.finalized',
      'invoice.created',
      'invoice.finalized',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'credit_note.created',
      'credit_note.finalized',
      'subscription.terminated',
    ]);
    const paid = (await advance.invoices(tried)).map(summaryOf);
    expect(paid.map((it) => [it.period[0], it.total, it.issued])).toEqual([
      [instant('2027-01-10'), 0, '2027-02-01'],
      [instant('2027-02-01'), 554, '2027-02-24'],
      [instant('2027-03-01'), 3100, '2027-03-01'],
      [instant('2027-04-01'), 3100, '2027-04-01'],
      [instant('2027-04-01'), 0, '2027-04-20'],
    ]);
    expect(await advance.subscription(tried.id)).toMatchObject({
      status: 'terminated',
      trial_ended_at: instant('2027-02-24T09:00'),
      terminated_at: instant('2027-04-20T12:00'),
    });
    expect(await advance.moveTo('2027-05-31')).toEqual([]);
  });
});
