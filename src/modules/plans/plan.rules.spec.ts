import type { BillableMetric } from '../billable-metrics';
import { builtInModels } from '../../../test/support/charge-models';
import {
  chargeProblems,
  isSameDescription,
  isSamePrice,
  metricProblems,
  type ChargeInput,
  type ChargeTerms,
  type PlanTerms,
} from './plan.rules';

const models = builtInModels();
const metric: BillableMetric = {
  id: 'metric',
  code: 'calls',
  name: 'Calls',
  aggregationType: 'sum',
  fieldName: 'n',
  roundingFunction: null,
  roundingPrecision: null,
  unitCode: 'C62',
  recurring: false,
};
const terms: ChargeTerms = {
  metric,
  chargeModel: 'percentage',
  properties: { rate: '1', fixed_amount: '2' },
  invoiceDisplayName: null,
  prorated: false,
};
const { metric: _, ...given } = terms;
const charge: ChargeInput = { ...given, metricId: undefined, metricCode: 'calls' };
const plan: PlanTerms & { charges: ChargeTerms[] } = {
  interval: 'monthly',
  amountCents: 100n,
  currency: 'EUR',
  trialPeriodDays: 0,
  payInAdvance: false,
  charges: [terms],
};
const fieldsOf = (charges: ChargeInput[]) => chargeProblems(models, charges).map((it) => it.field);

describe('chargeProblems', () => {
  it('a charge must have exactly one of the ID and the code of its metric', () => {
    expect(fieldsOf([charge, { ...charge, metricId: 'id', metricCode: undefined }])).toEqual([]);
    expect(fieldsOf([{ ...charge, metricCode: undefined }])).toEqual(['charges.0.billable_metric_code']);
    expect(fieldsOf([charge, { ...charge, metricId: 'id' }])).toEqual(['charges.1.billable_metric_id']);
  });

  it('an unknown charge model is refused with the names of all models', () => {
    const field = 'charges.0.charge_model';
    const names = 'standard, graduated, volume, package, percentage, graduated_percentage';
    expect(chargeProblems(models, [{ ...charge, chargeModel: 'dynamic' }])).toEqual([
      { field, code: 'invalid_value', message: `${field} must be one of: ${names}.` },
    ]);
  });

  it('an invalid property is named by its path in field and message', () => {
    const field = 'charges.0.properties.rate';
    const properties = { rate: '-1' };
    expect(chargeProblems(models, [{ ...charge, properties }])).toEqual([
      { field, code: 'out_of_range', message: `${field} must not be negative.` },
    ]);
    expect(fieldsOf([{ ...charge, properties: [] }])).toEqual(['charges.0.properties']);
  });
});

describe('metricProblems', () => {
  it('an unknown metric is reported on the field that references it', () => {
    expect(metricProblems(models, charge, undefined, 2)).toMatchObject([
      { field: 'charges.2.billable_metric_code', code: 'unknown_billable_metric' },
    ]);
    const byId = { ...charge, metricId: 'id', metricCode: undefined };
    expect(metricProblems(models, byId, undefined, 0)).toMatchObject([
      { field: 'charges.0.billable_metric_id' },
    ]);
  });

  it('a percentage charge for a latest metric is refused', () => {
    const latest: BillableMetric = { ...metric, aggregationType: 'latest' };
    expect(metricProblems(models, charge, latest, 0)).toMatchObject([{ field: 'charges.0.charge_model' }]);
    expect(metricProblems(models, charge, metric, 0)).toEqual([]);
    expect(metricProblems(models, { ...charge, chargeModel: 'graduated_percentage' }, latest, 0)).toEqual([]);
  });
});

describe('metricProblems of prorated charges', () => {
  const level: BillableMetric = { ...metric, recurring: true };
  const problemsOf = (chargeModel: string, of: BillableMetric): unknown[] =>
    metricProblems(models, { ...charge, chargeModel, prorated: true }, of, 1).map((it) => [
      it.field,
      it.message,
    ]);

  it.each(['standard', 'graduated', 'volume'] as const)('a %s charge can be prorated', (model) => {
    expect(problemsOf(model, level)).toEqual([]);
    expect(problemsOf(model, { ...level, aggregationType: 'unique_count' })).toEqual([]);
  });

  it.each(['package', 'percentage', 'graduated_percentage'] as const)('a %s charge cannot', (model) => {
    const remedy = `charges.1.prorated must be false for the charge model ${model}; use standard, graduated or volume.`;
    expect(problemsOf(model, level)).toEqual([['charges.1.prorated', remedy]]);
  });

  it('only recurring sums and unique counts can be prorated', () => {
    const others: Partial<BillableMetric>[] = [
      { recurring: false },
      { aggregationType: 'unique_count', recurring: false },
      { aggregationType: 'weighted_sum' },
      { aggregationType: 'count', recurring: false },
      { aggregationType: 'max', recurring: false },
    ];
    const remedy = 'charges.1.prorated must be false unless the metric is a recurring sum or unique_count.';
    for (const other of others) {
      expect(problemsOf('standard', { ...level, ...other })).toEqual([['charges.1.prorated', remedy]]);
    }
  });
});

describe('isSamePrice', () => {
  it('terms and charges belong to the price, the description does not', () => {
    const turned = { ...terms, properties: { fixed_amount: '2', rate: '1' } };
    const named = { ...metric, code: 'renamed' };
    expect(isSamePrice(plan, { ...plan, charges: [turned] })).toBe(true);
    expect(isSamePrice(plan, { ...plan, charges: [{ ...terms, metric: named }] })).toBe(true);
    const others: Partial<typeof plan>[] = [
      { amountCents: 101n },
      { interval: 'weekly' },
      { currency: 'USD' },
      { trialPeriodDays: 1 },
      { payInAdvance: true },
      { charges: [] },
      { charges: [{ ...terms, properties: { rate: '1' } }] },
      { charges: [{ ...terms, invoiceDisplayName: 'Calls' }] },
      { charges: [{ ...terms, prorated: true }] },
      { charges: [{ ...terms, metric: { ...metric, id: 'other' } }] },
    ];
    for (const other of others) expect(isSamePrice(plan, { ...plan, ...other })).toBe(false);
  });
});

describe('isSameDescription', () => {
  it('name, description and taxes belong to the description', () => {
    const before = { name: 'Pro', description: null, taxCodes: ['vat'] };
    expect(isSameDescription(before, { ...before, taxCodes: ['vat'] })).toBe(true);
    expect(isSameDescription(before, { ...before, taxCodes: [] })).toBe(false);
    expect(isSameDescription(before, { ...before, name: 'Team' })).toBe(false);
    expect(isSameDescription(before, { ...before, description: '' })).toBe(false);
  });
});
