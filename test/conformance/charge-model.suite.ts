import type { ChargeModel } from '../../src/modules/plans';
import { ChargeModels } from '../../src/modules/plans/charge-models';

/** A charge model as the suite needs it. */
export interface TestedChargeModel {
  model: ChargeModel;
  /** Properties that it accepts. */
  accepted: readonly object[];
  /** Properties that it refuses, with the path of the first problem. */
  refused: readonly [properties: object, field: string][];
}

const UNITS = ['0', '0.00000000000000000001', '0.5', '1', '10', '10.5', '999999999999999', '9'.repeat(30)];
const HOSTILE: object[] = [
  {},
  { amount: null },
  { amount: {} },
  { amount: [[]] },
  { toString: 1 },
  { '': '1' },
];

/** What holds for every charge model (docs/extending.md#charge-models). */
export function chargeModelSuite(name: string, { model, accepted, refused }: TestedChargeModel): void {
  const models = new ChargeModels({ of: () => [model] as never });
  models.onModuleInit();

  describe(`the charge model ${name}`, () => {
    it.each(accepted)('accepts %j', (properties) => {
      expect(models.problemsOf(model.name, properties)).toEqual([]);
    });

    it.each(refused)('refuses %j and names %s', (properties, field) => {
      const [first] = models.problemsOf(model.name, properties);
      expect(first).toMatchObject({ field, code: expect.stringMatching(/^[a-z_]+$/) as string });
      expect(first?.message).toMatch(/\.$/);
    });

    it.each(HOSTILE)('validating %j returns problems and does not throw', (properties) => {
      expect(Array.isArray(models.problemsOf(model.name, properties))).toBe(true);
    });

    it('an unknown property is refused', () => {
      const problems = models.problemsOf(model.name, { ...accepted[0], colour: 'blue' });
      expect(problems).toMatchObject([{ field: 'colour', code: 'unknown_field' }]);
    });

    it.each(accepted)('%j prices every number of units in plain decimals, never below zero', (properties) => {
      for (const units of UNITS) {
        const { amount, steps } = models.price(model.name, properties, { units, eventsCount: 1 });
        expect(isPlainDecimal(amount) && !amount.startsWith('-')).toBe(true);
        for (const step of steps) {
          expect(step.description.trim()).not.toBe('');
          const numbers = [step.units, step.amount, step.unit_amount ?? '0', step.rate ?? '0'];
          expect(numbers.filter((it) => !isPlainDecimal(it))).toEqual([]);
        }
      }
    });

    it.each(accepted)('%j costs nothing below zero units', (properties) => {
      expect(models.price(model.name, properties, { units: '-1', eventsCount: 1 })).toEqual({
        units: '0',
        amount: '0',
        steps: [],
      });
    });

    it.each(accepted)('pricing by %j is repeatable and changes no argument', (properties) => {
      const usage = deepFrozen({ units: '12.5', eventsCount: 1 });
      const price = () => models.price(model.name, deepFrozen(structuredClone(properties)), usage);
      expect(price()).toEqual(price());
    });

    it.each(accepted)('%j prices 1,000 usages within a second', (properties) => {
      const startedAt = performance.now();
      for (let units = 0; units < 1000; units++) {
        models.price(model.name, properties, { units: String(units), eventsCount: 1 });
      }
      expect(performance.now() - startedAt).toBeLessThan(1000);
    });
  });
}

const isPlainDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

function deepFrozen<T extends object>(value: T): T {
  for (const it of Object.values(value)) if (typeof it === 'object' && it !== null) deepFrozen(it as object);
  return Object.freeze(value);
}
