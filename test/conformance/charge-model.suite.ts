import { Injectable, Module } from '@nestjs/common';
import {
  CHARGE_MODELS,
  type ChargeModel,
  type ChargePricing,
  type ChargeStep,
  type HeldUnits,
} from '../../src/modules/plans';
import { extend } from '../../src/platform/extensions';
import { BillingStory } from '../support/billing-story';
import { chargeModelsOf } from '../support/charge-models';
import { scaled } from '../support/long-form';
import type { TestApp } from '../support/test-app';
import { problemOf } from '../support/wire';

/** A charge model under test. */
export interface TestedChargeModel {
  model: ChargeModel;
  /** Properties that the model accepts. */
  accepted: readonly object[];
  /** Properties that the model refuses, with the path of the first error. */
  refused: readonly (readonly [properties: object, field: string])[];
}

const UNITS = ['0', '0.00000000000000000001', '0.5', '1', '10', '10.5', '999999999999999', '9'.repeat(30)];
const ODD: object[] = [{}, { amount: null }, { amount: {} }, { amount: [[]] }, { toString: 1 }, { '': '1' }];

/** Declares the tests that every charge model must pass (docs/extending.md#charge-models). */
export function chargeModelSuite({ model, accepted, refused }: TestedChargeModel): void {
  const pricing = chargeModelsOf([model]).of(model.name);

  describe(`charge model ${model.name}`, () => {
    it.each(accepted)('accepts %j', (properties) => {
      expect(pricing.propertyProblems(properties)).toEqual([]);
    });

    it.each(refused)('refuses %j and names %s', (properties, field) => {
      const [first] = pricing.propertyProblems(properties);
      expect(first).toMatchObject({ field, code: expect.stringMatching(/^[a-z_]+$/) as string });
      expect(first?.message).toMatch(new RegExp(`${field}.*\\.$`));
    });

    it.each(ODD)('validating %j returns errors and does not throw', (properties) => {
      expect(Array.isArray(pricing.propertyProblems(properties))).toBe(true);
    });

    it('an unknown property is refused', () => {
      const [problem] = pricing.propertyProblems({ ...accepted[0], colour: 'blue' });
      expect(problem).toMatchObject({ field: 'colour', code: 'unknown_field' });
    });

    it.each(accepted)('%j prices any number of units in plain decimals', (properties) => {
      for (const units of UNITS) {
        const { amount, steps } = pricing.price(properties, { units, eventsCount: 1 });
        for (const step of steps) expect(step.description.trim()).not.toBe('');
        const numbers = steps.flatMap((it) => [it.units, it.amount, it.unit_amount ?? '0', it.rate ?? '0']);
        expect([amount, ...numbers].filter((it) => !isPlainDecimal(it))).toEqual([]);
      }
    });

    it.each(accepted)('%j prices repeatably and changes no argument', (properties) => {
      const usage = frozen({ units: '12.5', eventsCount: 1 });
      const price = () => pricing.price(frozen(structuredClone(properties)), usage);
      expect(price()).toEqual(price());
    });

    it.each(accepted)('%j prices hundreds of times within a few seconds', (properties) => {
      const startedAt = performance.now();
      for (let units = 0; units < scaled(200, 1000); units++) {
        pricing.price(properties, { units: String(units), eventsCount: 1 });
      }
      expect(performance.now() - startedAt).toBeLessThan(3000);
    });

    if (pricing.prorates) proratingSuite(pricing, accepted);
  });
}

/** Declares the tests of a model whose charges can be prorated. */
function proratingSuite(pricing: ChargePricing, accepted: readonly object[]): void {
  const held = (...levels: [units: string, days: number][]): HeldUnits => ({
    levels: levels.map(([units, days]) => ({ units, days })),
    periodDays: 30,
  });

  it.each(accepted)('%j prorates any number of units in plain decimals, repeatably', (properties) => {
    for (const units of UNITS) {
      const given = frozen(held([units, 10], ['2.5', 20]));
      const prorate = () => pricing.prorate(frozen(structuredClone(properties)), given);
      const { amount, steps } = prorate();
      for (const step of steps) expect(step.description.trim()).not.toBe('');
      expect(
        [amount, ...steps.flatMap((it) => [it.units, it.amount])].filter((it) => !isPlainDecimal(it)),
      ).toEqual([]);
      expect(amount).not.toMatch(/^-/);
      expect(prorate()).toEqual({ ...prorate(), amount, steps });
    }
  });

  it.each(accepted)(
    '%j prorates units that are held on all days to the price of the period',
    (properties) => {
      for (const units of ['0', '1', '10', '10.5']) {
        const whole = pricing.price(properties, { units, eventsCount: 1 });
        expect(Number(pricing.prorate(properties, held([units, 30])).amount)).toBeCloseTo(
          Number(whole.amount),
          9,
        );
      }
    },
  );
}

const isPlainDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

function frozen<T extends object>(value: T): T {
  for (const it of Object.values(value)) if (typeof it === 'object' && it !== null) frozen(it as object);
  return Object.freeze(value);
}

const step = (fields: object = {}): ChargeStep[] => [
  { description: 'Units', units: '1', amount: '1', ...fields },
];

/** Misdeeds of a model, with the reason that the error gives. */
const MISDEEDS: Record<string, [work: () => unknown, reason: string]> = {
  throws: [() => step({ amount: null }).map((it) => it.amount.length), 'Cannot read properties of null'],
  'returns a negative amount': [() => step({ amount: '-0.01' }), 'its amount -0.01 is negative'],
  'returns an amount that is no decimal': [() => step({ amount: '1e3' }), 'Not a decimal'],
  'returns an amount as a number': [() => step({ amount: 1 }), 'amount as strings'],
  'returns a promise': [() => Promise.resolve(step()), 'is not a function'],
  'returns nothing': [() => undefined, 'Cannot read properties of undefined'],
};

/** Misbehaves as the property `misdeed` of a charge says, once there is usage. */
@Injectable()
export class HostileCharge implements ChargeModel<{ misdeed: string }> {
  readonly name = 'hostile';

  validate = () => [];

  steps({ misdeed }: { misdeed: string }, { units }: { units: string }): ChargeStep[] {
    if (units === '0') return [];
    return (MISDEEDS[misdeed]?.[0]() ?? undefined) as ChargeStep[];
  }
}

/** Must be added to the application of `hostileChargeModelSuite`. */
@Module({ providers: [HostileCharge, extend(CHARGE_MODELS, HostileCharge)] })
export class HostileChargeModule {}

/** Declares the tests of charge models that break the contract. They move the clock from `from` by a month. */
export function hostileChargeModelSuite(app: TestApp, from: string): void {
  const named = 'The extension HostileCharge of "charge models" failed';
  const usage = { units: '1', eventsCount: 1 };

  it.each(Object.entries(MISDEEDS))('a charge model that %s fails under its name', (misdeed, [, reason]) => {
    const price = () => chargeModelsOf([new HostileCharge()]).of('hostile').price({ misdeed }, usage);
    expect(price).toThrow(`${named}: `);
    expect(price).toThrow(reason);
  });

  it('a charge model that exceeds the time limit fails after it returned', () => {
    const slow: ChargeModel = {
      name: 'slow',
      validate: () => [],
      steps: () => {
        for (const startedAt = performance.now(); performance.now() - startedAt < 60;);
        return [];
      },
    };
    const price = () => chargeModelsOf([slow], 50).of('slow').price({}, usage);
    expect(price).toThrow('it took longer than 50 ms (EXTENSION_TIMEOUT_MS)');
  });

  it('a charge whose model is no longer registered fails', () => {
    const price = () => chargeModelsOf([]).of('gone').price({}, usage);
    expect(price).toThrow(
      'The extension gone of "charge models" failed: no module registers this charge model',
    );
  });

  it('two models with the same name, and a name that is not in snake_case, are refused at start-up', () => {
    const two = () => chargeModelsOf([new HostileCharge(), new HostileCharge()]);
    expect(two).toThrow('A charge model named "hostile" is already registered');
    const named = () => chargeModelsOf([Object.assign(new HostileCharge(), { name: 'Per seat' })]);
    expect(named).toThrow('"Per seat" is not a valid name for a charge model: use snake_case');
  });

  it('a charge model that fails stops its own bills, previews and simulations only', async () => {
    const story = await BillingStory.begin(app);
    await story.moveTo(from);
    const properties = { misdeed: 'returns a negative amount' };
    const charge = await story.chargeFor({ code: 'calls' }, 'hostile', properties);
    const plan = await story.plan({ charges: [charge] });
    const [bad, good] = [await story.subscribe(plan), await story.subscribe(await story.plan())];
    const thresholds = `/v1/subscriptions/${bad.id}/usage_thresholds`;
    await story.organization.post(thresholds, { amount_cents: 1 }).expect(201);
    await story.use(bad, 'calls', '1', from);
    const simulated = { usage: [{ billable_metric_code: 'calls', units: '1', events_count: 1 }] };
    const { customer_id } = bad;
    for (const request of [
      story.organization.post(`/v1/plans/${plan.id}/simulate`, simulated),
      story.organization.get(`/v1/customers/${customer_id}/current_usage`),
    ]) {
      await problemOf(request, 500, 'internal_error');
    }
    const next = new Date(from);
    next.setUTCMonth(next.getUTCMonth() + 1, 1);
    await story.moveTo(next.toISOString());
    expect(await story.subscription(bad.id)).toMatchObject({
      billing_error: { code: 'extension_failed', message: `${named}; the log of the service says why.` },
    });
    expect(await story.invoices(bad)).toEqual([]);
    expect(await story.invoices(good)).toHaveLength(1);
  });
}
