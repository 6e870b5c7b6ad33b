import fc from 'fast-check';
import { builtInModels } from '../../../test/support/charge-models';
import { ValidationFailedError } from '../../platform/errors/app-error';
import type { AggregationType } from '../billable-metrics';
import type { Charge, PlanVersion } from './plan';
import { simulate, type SimulatedUsage, type Simulation } from './plan-simulation.rules';

const models = builtInModels();
const chargeOn = (
  code: string,
  change: Partial<Charge>,
  aggregationType: AggregationType = 'sum',
): Charge => ({
  id: `charge on ${code}`,
  metric: {
    id: `id of ${code}`,
    code,
    name: code,
    aggregationType,
    fieldName: 'n',
    roundingFunction: null,
    roundingPrecision: null,
    unitCode: 'C62',
    recurring: false,
  },
  chargeModel: 'standard',
  properties: { amount: '1' },
  invoiceDisplayName: null,
  prorated: false,
  pricing: models.of(change.chargeModel ?? 'standard'),
  ...change,
});
const planWith = (...charges: Charge[]): PlanVersion => ({
  id: 'version',
  planId: 'plan',
  version: 1,
  interval: 'monthly',
  amountCents: 1000n,
  currency: 'EUR',
  trialPeriodDays: 0,
  payInAdvance: false,
  charges,
});
const used = (
  metricCode: string,
  units: string,
  eventsCount = 1,
  eventValues?: string[],
): SimulatedUsage => ({
  metricCode,
  units,
  eventsCount,
  eventValues,
});
const fieldsOf = (work: () => unknown): string[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof ValidationFailedError) return error.errors.map((it) => it.field);
    throw error;
  }
  return [];
};

describe('simulate', () => {
  it('the total is the plan amount plus the charges, each rounded separately', () => {
    const amount = fc.integer({ min: 0, max: 10_000 }).map((it) => String(it / 1000));
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 5 }), (amounts) => {
        const plan = planWith(...amounts.map((it) => chargeOn('n', { properties: { amount: it } })));
        const { amountCents, charges } = simulate(plan, amounts.length === 0 ? [] : [used('n', '1')]);
        const rounded = amounts.map((it) => BigInt(Math.floor((Math.round(Number(it) * 1000) + 5) / 10)));
        expect(charges.map((it) => it.amountCents)).toEqual(rounded);
        expect(amountCents).toBe(rounded.reduce((sum, it) => sum + it, 1000n));
      }),
    );
  });

  it('units are rounded as defined by the metric before they are priced', () => {
    const charge = chargeOn('n', {});
    const metric = { ...charge.metric, roundingFunction: 'floor', roundingPrecision: -1 } as const;
    const { charges } = simulate(planWith({ ...charge, metric }), [used('n', '129.9')]);
    expect(charges[0]?.result).toMatchObject({ units: '120', amount: '120' });
  });

  it('all errors in the usage are reported together', () => {
    const plan = planWith(chargeOn('n', {}));
    const usage = [used('n', '1'), used('m', '1'), used('n', '2'), used('n', '1', 2, ['1'])];
    expect(fieldsOf(() => simulate(plan, usage.slice(0, 3)))).toEqual([
      'usage.1.billable_metric_code',
      'usage.2.billable_metric_code',
    ]);
    expect(fieldsOf(() => simulate(plan, usage.slice(3)))).toEqual(['usage.0.event_values']);
  });

  it('missing event values are refused only if the totals do not determine the amount', () => {
    const properties = { rate: '1', per_transaction_max_amount: '5' };
    const plan = planWith(chargeOn('n', { chargeModel: 'percentage', properties }));
    expect(fieldsOf(() => simulate(plan, [used('n', '9', 2)]))).toEqual(['usage.0.event_values']);
    expect(fieldsOf(() => simulate(plan, [used('n', '9', 1)]))).toEqual([]);
    const counted = planWith(chargeOn('n', { chargeModel: 'percentage', properties }, 'count'));
    expect(fieldsOf(() => simulate(counted, [used('n', '2', 2)]))).toEqual([]);
  });

  it('an amount greater than 2^53-1 is refused with an error on the usage', () => {
    const huge = chargeOn('n', { properties: { amount: '9'.repeat(30) } });
    expect(fieldsOf(() => simulate(planWith(huge), [used('n', '1')]))).toEqual(['usage.0.units']);
    const ranges = [{ from_value: 0, to_value: null, per_unit_amount: '0', flat_amount: '9'.repeat(30) }];
    const flat = chargeOn('n', { chargeModel: 'volume', properties: { volume_ranges: ranges } });
    expect(fieldsOf(() => simulate(planWith(flat), []))).toEqual(['usage']);
  });

  it('units of a prorated charge are held on all days, or on those of a part of the period', () => {
    const plan = planWith(
      chargeOn('seats', { prorated: true }),
      chargeOn('calls', { properties: { amount: '2' } }),
    );
    const usage = [used('seats', '10'), used('calls', '3')];
    const charged = ({ charges }: Simulation): unknown[] =>
      charges.map(({ result, amountCents }) => [result.units, amountCents]);
    expect(charged(simulate(plan, usage))).toEqual([
      ['10', 1000n],
      ['3', 600n],
    ]);
    expect(charged(simulate(plan, usage, { days: 15, periodDays: 30 }))).toEqual([
      ['5', 500n],
      ['3', 600n],
    ]);
  });
});
