import Decimal from 'decimal.js';
import fc from 'fast-check';
import { builtInModels } from '../../../../test/support/charge-models';
import { Money } from '../../../platform/domain/money';
import { proratedAmountCents, type ChargeResult, type PlanVersion } from '../../plans';
import { taxCents } from '../../taxes';
import type { Invoice } from '../invoice';
import type { InvoiceFeeEntity } from '../invoice-fee.entity';
import { unitsTimesCents } from '../invoice.rules';
import type { ExplainedAmount } from './explanation-step';
import { chargeFeeSteps, planFeeSteps, pricedFeeSteps } from './fee-steps';
import { taxSteps } from './tax-steps';

const models = builtInModels();
const Exact = Decimal.clone({ precision: 100 });
const currencies = fc.constantFrom('EUR', 'JPY', 'KWD');
const decimals = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 8 }))
  .map(([value, places]) => new Exact(value).div(new Exact(10).pow(places)).toFixed());

const feeOf = (fields: Partial<InvoiceFeeEntity>): InvoiceFeeEntity => ({
  organizationId: 'organization',
  id: 'fee',
  invoiceId: 'invoice',
  position: 0,
  type: 'subscription',
  description: 'Pro',
  units: '1',
  unitCode: 'C62',
  unitAmount: null,
  amountCents: 0n,
  discountAmountCents: 0n,
  taxesAmountCents: 0n,
  appliedTaxes: [],
  billableMetricCode: null,
  chargeId: null,
  planId: null,
  planVersionId: null,
  coversFrom: null,
  coversTo: null,
  billedDays: null,
  periodDays: null,
  eventsCount: null,
  ...fields,
});
const versionOf = (fields: Partial<PlanVersion>): PlanVersion => ({
  id: 'version',
  planId: 'plan',
  version: 2,
  interval: 'monthly',
  amountCents: 0n,
  currency: 'EUR',
  trialPeriodDays: 0,
  payInAdvance: false,
  charges: [],
  ...fields,
});

/** Expects the last step to be the amount in major units, and the calculation of each step to give its result. */
function expectLeadsTo(explained: ExplainedAmount | undefined, cents: bigint, currency: string): void {
  expect(explained?.incompleteReason).toBeNull();
  const last = explained?.steps.at(-1);
  expect(last).toMatchObject({ result: Money.ofCents(cents, currency).toMajor(), unit: currency });
}

describe('planFeeSteps', () => {
  it('a prorated price leads to the amount that the engine bills, in every currency', () => {
    const days = fc.integer({ min: 1, max: 366 });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        days,
        days,
        currencies,
        (price, a, b, currency) => {
          const [billedDays, periodDays] = [Math.min(a, b), Math.max(a, b)];
          const amountCents = proratedAmountCents(price, billedDays, periodDays);
          const unitAmount = Money.ofCents(price, currency).toMajor();
          const fee = feeOf({ unitAmount, amountCents, billedDays, periodDays });
          const version = versionOf({ amountCents: price, currency });
          expectLeadsTo(planFeeSteps(fee, version, currency), amountCents, currency);
          expect(planFeeSteps({ ...fee, amountCents: amountCents + 1n }, version, currency)).toBeUndefined();
          expect(planFeeSteps(fee, versionOf({ amountCents: price + 1n }), currency)).toBeUndefined();
        },
      ),
    );
  });

  it('a quotient with infinitely many digits is rounded in a step of its own', () => {
    const fee = feeOf({ unitAmount: '49', amountCents: 1581n, billedDays: 10, periodDays: 31 });
    const version = versionOf({ amountCents: 4900n, payInAdvance: true });
    expect(planFeeSteps(fee, version, 'EUR')?.steps).toMatchObject([
      { description: 'Price of a whole month in version 2 of the plan, billed in advance.', result: '49.00' },
      { kind: 'proration', calculation: '49.00 x 10 / 31', result: '15.80645161290322580645' },
      { kind: 'rounding', calculation: '15.80645161290322580645', result: '15.81' },
    ]);
    expect(planFeeSteps(fee, null, 'EUR')).toBeUndefined();
  });
});

describe('chargeFeeSteps', () => {
  const range = (from: number, to: number | null, [price, flat]: [string, string]) => {
    const bounds = { from_value: from, to_value: to, flat_amount: flat };
    return { priced: { ...bounds, per_unit_amount: price }, rated: { ...bounds, rate: price } };
  };
  const ranges = fc
    .tuple(fc.integer({ min: 1, max: 300 }), fc.tuple(decimals, decimals), fc.tuple(decimals, decimals))
    .map(([end, first, second]) => [range(0, end, first), range(end, null, second)]);
  const size = decimals.map((it) => new Exact(it).plus('0.5').toFixed());
  const charges: fc.Arbitrary<[string, object]> = fc.oneof(
    decimals.map((amount): [string, object] => ['standard', { amount }]),
    ranges.map((it): [string, object] => ['graduated', { graduated_ranges: it.map(({ priced }) => priced) }]),
    ranges.map((it): [string, object] => ['volume', { volume_ranges: it.map(({ priced }) => priced) }]),
    ranges.map((it): [string, object] => [
      'graduated_percentage',
      { graduated_percentage_ranges: it.map(({ rated }) => rated) },
    ]),
    fc
      .tuple(decimals, decimals, size)
      .map(([amount, free_units, package_size]): [string, object] => [
        'package',
        { amount, free_units, package_size },
      ]),
    fc
      .tuple(decimals, decimals, decimals)
      .map(([rate, fixed_amount, min]): [string, object] => [
        'percentage',
        { rate, fixed_amount, per_transaction_min_amount: min, free_units_per_events: 1 },
      ]),
  );

  /** Expects the steps of the model to add up to the step before the last rounding. */
  function expectExplained(result: ChargeResult, currency: string): void {
    const amountCents = Money.ofMajor(result.amount, currency).cents;
    const usage = {
      kind: 'usage',
      description: 'Sum of value.',
      calculation: null,
      result: result.units,
    } as const;
    const explain = (cents: bigint, units = result.units) =>
      chargeFeeSteps({ amountCents: cents, units }, { unitSteps: [usage], result }, currency);
    const explained = explain(amountCents);
    expectLeadsTo(explained, amountCents, currency);
    const parts = explained?.steps.filter((it) => it.kind === 'charge') ?? [];
    const sum = parts.reduce((total, it) => total.plus(it.result), new Exact(0));
    expect(Money.ofMajor(sum.toFixed(), currency).cents).toBe(amountCents);
    expect(explain(amountCents + 1n)).toBeUndefined();
    expect(explain(amountCents, `${result.units}1`)).toBeUndefined();
  }

  it('the steps of every charge model lead to the amount that the engine bills', () => {
    const values = fc.array(decimals, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(charges, values, currencies, ([model, properties], eventValues, currency) => {
        const units = eventValues.reduce((sum, it) => sum.plus(it), new Exact(0)).toFixed();
        const usage = { units, eventsCount: eventValues.length, eventValues };
        expectExplained(models.of(model).price(properties, usage), currency);
      }),
      { numRuns: 300 },
    );
  });

  it('the steps of a prorated charge lead to the amount that the engine bills', () => {
    const prorated = charges.filter(([model]) => models.of(model).prorates);
    const level = fc.record({ units: decimals, days: fc.integer({ min: 1, max: 10 }) });
    const levels = fc.array(level, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(prorated, levels, currencies, ([model, properties], held, currency) => {
        const result = models.of(model).prorate(properties, { levels: held, periodDays: 31 });
        expectExplained(result, currency);
      }),
      { numRuns: 200 },
    );
  });
});

describe('pricedFeeSteps', () => {
  it('units times a price lead to the amount of a one-off fee', () => {
    fc.assert(
      fc.property(decimals, fc.bigInt({ min: 0n, max: 10n ** 6n }), currencies, (units, price, currency) => {
        const amountCents = unitsTimesCents(units, price);
        const unitAmount = Money.ofCents(price, currency).toMajor();
        const fee = feeOf({ type: 'one_off', units, unitAmount, amountCents });
        expectLeadsTo(pricedFeeSteps(fee, currency), amountCents, currency);
      }),
    );
  });
});

describe('taxSteps', () => {
  const taxOf = (rate: string, index: number) => ({
    code: `tax_${index}`,
    name: `Tax ${index}`,
    rate,
    category: null,
    amountCents: 0n,
  });
  const invoiceIn = (currency: string): Invoice =>
    ({ currency, discounts: [{ name: 'Ten', amountCents: 1000n }] }) as unknown as Invoice;

  it('the rates on the net amount lead to the taxes that the engine bills', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 9n });
    const rates = fc.array(fc.constantFrom('7.7', '20', '0', '9.975', '0.0001'), { maxLength: 3 });
    fc.assert(
      fc.property(cents, cents, rates, currencies, (a, b, rated, currency) => {
        const [amountCents, discountAmountCents] = a > b ? [a, b] : [b, a];
        const taxesAmountCents = taxCents(amountCents - discountAmountCents, rated);
        const appliedTaxes = rated.map(taxOf);
        const fee = feeOf({ amountCents, discountAmountCents, taxesAmountCents, appliedTaxes });
        expectLeadsTo(taxSteps(fee, invoiceIn(currency)), taxesAmountCents, currency);
      }),
    );
  });

  it('an amount that a tax calculator has set is shown as it is', () => {
    const fee = feeOf({ amountCents: 1000n, taxesAmountCents: 201n, appliedTaxes: [taxOf('20', 0)] });
    expect(taxSteps(fee, invoiceIn('EUR'))).toMatchObject({
      incompleteReason: 'set_by_extension',
      steps: [{ kind: 'stored', result: '2.01', calculation: null }],
    });
  });
});
