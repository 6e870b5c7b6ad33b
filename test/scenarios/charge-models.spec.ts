import { BillingStory, emittedKinds } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';
import { bodyOf, type CurrentUsageBody, type SimulationBody } from '../support/wire';

/** One metric for each charge model, and one whose usage costs exactly half a cent. */
describe('every charge model on one invoice', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });

  const GRADUATED = [
    { from_value: 0, to_value: 100, per_unit_amount: '0.00123', flat_amount: '0.5' },
    { from_value: 101, to_value: 1000, per_unit_amount: '0.00051', flat_amount: '0' },
    { from_value: 1001, to_value: null, per_unit_amount: '0.00007', flat_amount: '2' },
  ];
  const VOLUME = [
    { from_value: 0, to_value: 10, per_unit_amount: '1', flat_amount: '0' },
    { from_value: 11, to_value: 50, per_unit_amount: '0.5', flat_amount: '3' },
    { from_value: 51, to_value: null, per_unit_amount: '0.25', flat_amount: '0' },
  ];
  const PERCENTAGE = {
    rate: '1.5',
    fixed_amount: '0.10',
    free_units_per_events: 2,
    free_units_per_total_aggregation: '500',
    per_transaction_min_amount: '2',
    per_transaction_max_amount: '10',
  };
  const GRADUATED_PERCENTAGE = [
    { from_value: 0, to_value: 1000, rate: '2', flat_amount: '1' },
    { from_value: 1001, to_value: null, rate: '0.5', flat_amount: '5' },
  ];

  /** Code, model, properties, event values, unrounded amount, amount in cents, taxes at 7.7 %. */
  const CHARGES: [string, string, object, string[], string, number, number][] = [
    // 0.5 + 100 x 0.00123 + 900 x 0.00051 + 2 + 500.5 x 0.00007
    ['requests', 'graduated', { graduated_ranges: GRADUATED }, ['1000', '500.5'], '3.117035', 312, 24],
    // 10.5 falls in the range that begins at 11: 3 + 10.5 x 0.5
    ['storage', 'volume', { volume_ranges: VOLUME }, ['10', '0.5'], '8.25', 825, 64],
    // 2101 mails less 100 free ones need three packages of 1000
    ['mails', 'package', { amount: '1.25', free_units: 100, package_size: 1000 }, ['2101'], '3.75', 375, 29],
    // the first two events have 500 free units; 1.60 is raised to 2, 15.10 is capped at 10
    ['payments', 'percentage', PERCENTAGE, ['200', '400', '1000'], '12', 1200, 92],
    // 1 + 2 % of 1000 + 5 + 0.5 % of 2000.01
    [
      'turnover',
      'graduated_percentage',
      { graduated_percentage_ranges: GRADUATED_PERCENTAGE },
      ['3000.01'],
      '36.00005',
      3600,
      277,
    ],
    ['pings', 'standard', { amount: '0.00005' }, ['100'], '0.005', 1, 0],
  ];

  it('each fee and its taxes are rounded once; current usage and simulation agree', async () => {
    const story = await BillingStory.begin(app);
    await story.tax('7.7');
    await story.moveTo('2027-01-01');
    const charges = [];
    for (const [code, model, properties] of CHARGES) {
      charges.push(await story.chargeFor({ code }, model, properties));
    }
    const plan = await story.plan({ amount_cents: 1000, charges });
    const subscription = await story.subscribe(plan);
    await story.moveTo('2027-01-15');
    for (const [code, , , values] of CHARGES) {
      for (const value of values) await story.use(subscription, code, value, '2027-01-14');
    }

    const path = `/v1/customers/${subscription.customer_id}/current_usage`;
    const usage = await bodyOf<CurrentUsageBody>(story.organization.get(path));
    const amounts = CHARGES.map(([code, , , , amount, cents]) => [code, amount, cents]);
    expect(usage.charges.map((it) => [it.billable_metric_code, it.amount, it.amount_cents])).toEqual(amounts);
    expect(usage).toMatchObject({
      amount_cents: 6313,
      taxes_amount_cents: 486,
      total_amount_cents: 6799,
    });
    const simulated = await bodyOf<SimulationBody>(
      story.organization.post(`/v1/plans/${plan.id}/simulate`, {
        usage: usage.charges.map((it, index) => ({
          billable_metric_code: it.billable_metric_code,
          units: it.units,
          events_count: it.events_count,
          ...(it.charge_model === 'percentage' ? { event_values: CHARGES[index]?.[3] } : {}),
        })),
      }),
    );
    expect(simulated.charges.map((it) => [it.billable_metric_code, it.amount, it.amount_cents])).toEqual(
      amounts,
    );

    expect(emittedKinds(await story.moveTo('2027-02-01'))).toEqual([
      '2027-02-01T00:00:00.000Z invoice.created',
      '2027-02-01T00:00:00.000Z invoice.finalized',
    ]);
    const [invoice] = await story.invoices(subscription);
    expect(
      invoice?.fees.map((it) => [it.billable_metric_code, it.amount_cents, it.taxes_amount_cents]),
    ).toEqual([[null, 1000, 77], ...CHARGES.map(([code, , , , , cents, taxes]) => [code, cents, taxes])]);
    expect(invoice?.fees.map((it) => it.units)).toEqual([
      '1',
      '1500.5',
      '10.5',
      '2101',
      '1600',
      '3000.01',
      '100',
    ]);
    expect(invoice).toMatchObject({
      status: 'finalized',
      fees_amount_cents: 7313,
      taxes_amount_cents: 563,
      total_amount_cents: 7876,
      amount_due_cents: 7876,
      issuing_date: '2027-02-01',
      payment_due_date: '2027-03-03',
    });
  });
});
