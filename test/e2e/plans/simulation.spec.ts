import { aMetric, aPlan } from '../../support/builders';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf, type SimulationBody } from '../../support/wire';

const METRICS = [
  { code: 'calls', name: 'Calls', aggregation_type: 'count' },
  {
    code: 'gb',
    name: 'GB',
    aggregation_type: 'sum',
    field_name: 'gb',
    rounding_function: 'ceil',
    rounding_precision: 1,
  },
  { code: 'volume', name: 'Volume', aggregation_type: 'sum', field_name: 'amount' },
  { code: 'spare', name: 'Spare', aggregation_type: 'count' },
];
const charge = (code: string, model: string, properties: object): object => ({
  billable_metric_code: code,
  charge_model: model,
  properties,
});
const usage = (code: string, units: string, count: number, values?: string[]): object => ({
  billable_metric_code: code,
  units,
  events_count: count,
  ...(values === undefined ? {} : { event_values: values }),
});

describe('plan simulation', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);

  beforeAll(async () => {
    for (const metric of METRICS) await aMetric(organization, metric);
  });

  const pathOf = async (fields: object): Promise<string> =>
    `/v1/plans/${(await aPlan(organization, fields)).id}/simulate`;
  const simulate = (path: string, ...entries: object[]): Promise<SimulationBody> =>
    bodyOf(organization.post(path, { usage: entries }));

  it('a simulation prices and rounds each charge once and adds the plan amount', async () => {
    const path = await pathOf({
      charges: [
        charge('calls', 'standard', { amount: '0.0025' }),
        charge('gb', 'package', { amount: '3', free_units: 1, package_size: 2 }),
        charge('calls', 'standard', { amount: '0.005' }),
      ],
    });
    const answer = await simulate(path, usage('gb', '4.91', 7), usage('calls', '2', 2));
    expect(answer).toEqual({
      currency: 'EUR',
      amount_cents: 4900 + 1 + 600 + 1,
      charges: [
        {
          billable_metric_code: 'calls',
          charge_model: 'standard',
          units: '2',
          amount: '0.005',
          amount_cents: 1,
          steps: [{ description: 'Units', units: '2', unit_amount: '0.0025', amount: '0.005' }],
        },
        {
          billable_metric_code: 'gb',
          charge_model: 'package',
          units: '5',
          amount: '6',
          amount_cents: 600,
          steps: [
            { description: 'Free units', units: '1', unit_amount: '0', amount: '0' },
            { description: 'Packages of 2', units: '2', unit_amount: '3', amount: '6' },
          ],
        },
        {
          billable_metric_code: 'calls',
          charge_model: 'standard',
          units: '2',
          amount: '0.01',
          amount_cents: 1,
          steps: [{ description: 'Units', units: '2', unit_amount: '0.005', amount: '0.01' }],
        },
      ],
    });
  });

  it('a charge without usage costs the flat amount of its first tier', async () => {
    const ranges = [{ from_value: 0, to_value: null, per_unit_amount: '1', flat_amount: '7.5' }];
    const path = await pathOf({ charges: [charge('gb', 'graduated', { graduated_ranges: ranges })] });
    expect(await simulate(path)).toMatchObject({
      amount_cents: 4900 + 750,
      charges: [{ units: '0', amount: '7.5', amount_cents: 750 }],
    });
  });

  it.each([
    ['JPY', '1.5', 2],
    ['USD', '1.005', 101],
    ['KWD', '1.0005', 1001],
  ])('%s amounts are rounded half up to the minor unit', async (currency, amount, cents) => {
    const charges = [charge('calls', 'standard', { amount })];
    const path = await pathOf({ currency, amount_cents: 0, charges });
    expect(await simulate(path, usage('calls', '1', 1))).toMatchObject({ currency, amount_cents: cents });
  });

  it('a percentage charge requires event_values when the total does not determine the amount', async () => {
    const properties = { rate: '1', fixed_amount: '0.5', per_transaction_min_amount: '2' };
    const path = await pathOf({ charges: [charge('volume', 'percentage', properties)] });
    const missing = { usage: [usage('volume', '400', 2)] };
    expect(await wrongFieldsOf(organization.post(path, missing))).toEqual(['usage.0.event_values']);
    const answer = await simulate(path, usage('volume', '400', 2, ['100', '300']));
    expect(answer.charges).toMatchObject([{ amount: '5.5', amount_cents: 550 }]);
    const miscounted = { usage: [usage('volume', '400', 3, ['100', '300'])] };
    expect(await wrongFieldsOf(organization.post(path, miscounted))).toEqual(['usage.0.event_values']);
  });

  it('a percentage charge on a count metric needs no event_values', async () => {
    const properties = { rate: '10', fixed_amount: '1', free_units_per_events: 3 };
    const path = await pathOf({ charges: [charge('calls', 'percentage', properties)] });
    expect((await simulate(path, usage('calls', '5', 5))).charges).toMatchObject([{ amount: '2.2' }]);
    const many = await simulate(path, usage('calls', '1000000003', 1_000_000_003));
    expect(many.charges).toMatchObject([{ amount: '1100000000', amount_cents: 110_000_000_000 }]);
  });

  it.each([
    ['usage.0.billable_metric_code', [usage('none', '1', 1)]],
    ['usage.0.billable_metric_code', [usage('spare', '1', 1)]],
    ['usage.1.billable_metric_code', [usage('calls', '1', 1), usage('calls', '2', 1)]],
    ['usage.0.units', [{ ...usage('calls', '1', 1), units: 1 }]],
    ['usage.0.units', [usage('calls', '1e3', 1)]],
    ['usage.0.units', [{ ...usage('calls', '1', 1), units: undefined }]],
    ['usage.0.units', [usage('calls', '9'.repeat(30), 1)]],
    ['usage.0.events_count', [usage('calls', '1', -1)]],
    ['usage.0.events_count', [{ ...usage('calls', '1', 1), events_count: undefined }]],
    ['usage.0.event_values.0', [usage('calls', '1', 1, ['x'])]],
    [
      'usage.0.event_values',
      [
        usage(
          'calls',
          '1',
          1001,
          Array.from({ length: 1001 }, () => '1'),
        ),
      ],
    ],
    ['usage.0.hasOwnProperty', [{ ...usage('calls', '1', 1), hasOwnProperty: 1 }]],
    ['usage.0', [null]],
    ['usage', {}],
    ['usage', undefined],
  ])('an invalid %s is refused with 422', async (field, entries) => {
    const path = await pathOf({ charges: [charge('calls', 'standard', { amount: '1' })] });
    expect(await wrongFieldsOf(organization.post(path, { usage: entries }))).toEqual([field]);
  });

  it('a total above 2^53-1 is refused with 422', async () => {
    const charges = [charge('calls', 'standard', { amount: '1' })];
    const path = await pathOf({ amount_cents: Number.MAX_SAFE_INTEGER, charges });
    expect((await simulate(path)).amount_cents).toBe(Number.MAX_SAFE_INTEGER);
    const body = { usage: [usage('calls', '1', 1)] };
    expect(await wrongFieldsOf(organization.post(path, body))).toEqual(['usage']);
  });

  it('negative units are priced and shown as 0 units', async () => {
    const ranges = [{ from_value: 0, to_value: null, per_unit_amount: '1', flat_amount: '10' }];
    const charges = [charge('volume', 'graduated', { graduated_ranges: ranges })];
    const path = await pathOf({ charges });
    expect((await simulate(path, usage('volume', '-5', 1))).charges).toMatchObject([
      { units: '0', amount: '10' },
    ]);
  });

  it('a simulation uses the current version and changes nothing', async () => {
    const path = await pathOf({ charges: [charge('calls', 'standard', { amount: '1' })] });
    const planPath = path.replace('/simulate', '');
    const charges = [charge('calls', 'standard', { amount: '2' })];
    const before = await bodyOf(organization.put(planPath, { charges }));
    expect((await simulate(path, usage('calls', '1', 1))).amount_cents).toBe(4900 + 200);
    expect(await bodyOf(organization.get(planPath))).toEqual(before);
    await problemOf((await app.anOrganization()).post(path, { usage: [] }), 404, 'not_found');
  });
});
