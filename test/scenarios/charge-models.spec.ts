import { BUILT_IN_MODELS } from '../../src/modules/plans/charge-models/built-in';
import { buildOpenApi } from '../../src/platform/openapi/openapi';
import {
  chargeModelSuite,
  HostileChargeModule,
  hostileChargeModelSuite,
} from '../conformance/charge-model.suite';
import { CappedCharge } from '../examples/capped-charge/capped.charge';
import { CappedChargeModule } from '../examples/capped-charge/capped-charge.module';
import { BillingStory, emittedKinds } from '../support/billing-story';
import { aCharge, aPlan } from '../support/builders';
import { useTestApp } from '../support/use-test-app';
import {
  bodyOf,
  problemOf,
  wrongFieldsOf,
  type CurrentUsageBody,
  type SimulationBody,
} from '../support/wire';

/** One service for all tests, to save time. */
const app = useTestApp({ TEST_CLOCK: 'on' }, CappedChargeModule, HostileChargeModule);

/** One metric for each charge model, and one whose usage costs exactly half a cent. */
describe('every charge model on one invoice', () => {
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

describe('charge models that a module adds', () => {
  it('a plan charges by the model of the example, and refuses wrong properties', async () => {
    const story = await BillingStory.begin(app);
    await story.moveTo('2027-03-01');
    const properties = { amount: '2', cap_amount: '10' };
    const charge = await story.chargeFor({ code: 'calls' }, 'capped', properties);
    const plan = await story.plan({ amount_cents: 0, charges: [charge] });
    const wrong = { ...charge, properties: { amount: '2' } };
    const refused = story.organization.put(`/v1/plans/${plan.id}`, { charges: [wrong] });
    expect(await wrongFieldsOf(refused)).toEqual(['charges.0.properties.cap_amount']);
    const prorated = story.organization.put(`/v1/plans/${plan.id}`, {
      charges: [{ ...charge, prorated: true }],
    });
    expect(await wrongFieldsOf(prorated)).toEqual(['charges.0.prorated']);

    const usage = [{ billable_metric_code: 'calls', units: '6', events_count: 1 }];
    const simulate = story.organization.post(`/v1/plans/${plan.id}/simulate`, { usage });
    const { charges } = await bodyOf<SimulationBody>(simulate);
    expect(charges[0]?.steps).toEqual([
      { description: 'Units', units: '6', unit_amount: '2', amount: '12' },
      { description: 'Capped', units: '0', amount: '-2' },
    ]);
    const subscription = await story.subscribe(plan);
    await story.use(subscription, 'calls', '6', '2027-03-01');
    await story.moveTo('2027-04-01');
    expect(await story.newestBill(subscription)).toMatchObject({ total: 1000 });
  });

  it('the refusal of any other model lists them', async () => {
    const organization = await app.anOrganization();
    const plan = await aPlan(organization);
    for (const charge_model of ['dynamic', 5]) {
      const charges = [aCharge({ code: 'calls' }, { charge_model })];
      const refused = organization.put(`/v1/plans/${plan.id}`, { charges });
      const { errors } = await problemOf(refused, 422, 'validation_failed');
      expect(errors?.[0]?.message).toMatch(
        /^charges\.0\.charge_model must be one of: standard, .*, graduated_percentage, (\w+, )*capped, hostile\.$/,
      );
    }
  });

  it('the API description lists them after the built-in ones', () => {
    expect(JSON.stringify(buildOpenApi(app.app).components)).toMatch(
      /"graduated_percentage",("\w+",)*"capped","hostile"\]/,
    );
  });

  hostileChargeModelSuite(app, '2027-05-01');
});

describe('conformance of charge models', () => {
  const ranges = [
    { from_value: 0, to_value: 10, per_unit_amount: '1', flat_amount: '5' },
    { from_value: 11, to_value: null, per_unit_amount: '0.5' },
  ];
  const rates = [{ from_value: 0, to_value: null, rate: '1.5', flat_amount: '2' }];
  const SAMPLES: Record<string, { accepted: object[]; refused: [object, string][] }> = {
    standard: {
      accepted: [{ amount: '0' }, { amount: '0.00000000000000000001' }],
      refused: [[{ amount: 1 }, 'amount']],
    },
    graduated: {
      accepted: [{ graduated_ranges: ranges }],
      refused: [[{ graduated_ranges: ranges.slice(0, 1) }, 'graduated_ranges.0.to_value']],
    },
    volume: { accepted: [{ volume_ranges: ranges }], refused: [[{ volume_ranges: [] }, 'volume_ranges']] },
    package: {
      accepted: [{ amount: '5', package_size: 3, free_units: '0.5' }],
      refused: [[{ amount: '5', package_size: 0 }, 'package_size']],
    },
    percentage: {
      accepted: [{ rate: '0', fixed_amount: '1', free_units_per_events: 2 }],
      refused: [[{ rate: '1', free_units_per_events: '0.5' }, 'free_units_per_events']],
    },
    graduated_percentage: {
      accepted: [{ graduated_percentage_ranges: rates }],
      refused: [[{ graduated_percentage_ranges: ranges }, 'graduated_percentage_ranges.0.rate']],
    },
    capped: {
      accepted: [{ amount: '2', cap_amount: '10' }],
      refused: [[{ amount: '-2', cap_amount: '10' }, 'amount']],
    },
  };

  for (const Model of [...BUILT_IN_MODELS, CappedCharge]) {
    const model = new Model();
    chargeModelSuite({ model, ...(SAMPLES[model.name] ?? { accepted: [], refused: [] }) });
  }
});
