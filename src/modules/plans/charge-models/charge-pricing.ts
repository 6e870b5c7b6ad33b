import type { FieldError } from '../../../platform/errors/app-error';
import { ExtensionFailedError, type Extensions } from '../../../platform/extensions';
import { isObject } from '../../../platform/http/field-rules';
import type { BillableMetric } from '../../billable-metrics';
import {
  CHARGE_MODELS,
  type ChargeModel,
  type ChargeResult,
  type ChargeStep,
  type HeldUnits,
  type Usage,
} from './charge-model';
import { ZERO, atLeastZero, sum, toDecimal, toText } from './decimals';
import { unitDays } from './held-units';
import { EventValuesNeededError } from './percentage';
import { problem } from './property-rules';

/** Decimal places of a share of a billing period. The exact quotient may have infinitely many. */
const SHARE_DECIMALS = 20;

/** Prices charges with one model, and checks what the model returns. Its failures name the model. */
export class ChargePricing {
  // Invisible to comparisons of charges, which would otherwise compare all modules of the service.
  readonly #model: ChargeModel | undefined;
  readonly #extensions: Pick<Extensions, 'callSync'>;

  /** @param model undefined if no module registers the name any more: then nothing can be priced. */
  constructor(
    private readonly name: string,
    model: ChargeModel | undefined,
    extensions: Pick<Extensions, 'callSync'>,
  ) {
    this.#model = model;
    this.#extensions = extensions;
  }

  /** Whether charges of the model can be prorated. */
  get prorates(): boolean {
    return this.#model?.proratedSteps !== undefined;
  }

  /**
   * Returns all errors in the `properties` of a charge, with paths relative to them; empty if they are valid.
   *
   * @throws ExtensionFailedError
   */
  propertyProblems(properties: unknown): FieldError[] {
    if (!isObject(properties)) return [problem('', 'invalid_type', 'The properties must be an object.')];
    return this.call((model) => model.validate(properties));
  }

  /** Returns why the metric cannot be charged by the model, as the end of a sentence; null if it can. */
  metricProblem(metric: BillableMetric): string | null {
    return this.call((model) => model.metricProblem?.(metric) ?? null);
  }

  /**
   * Returns the amount of usage under a charge, unrounded. Negative units count as 0 units.
   *
   * @param properties must have passed `propertyProblems`.
   * @throws ExtensionFailedError
   * @throws EventValuesNeededError for `percentage`, if the amount depends on the event values and `usage` has none.
   * @throws RangeError for units that are not a decimal string.
   */
  price(properties: object, usage: Usage): ChargeResult {
    const units = toText(atLeastZero(toDecimal(usage.units)));
    const priced = this.call((model) => {
      try {
        // The model that prices events by their values needs the exact value of a single one, too.
        const given = model.name === 'percentage' ? usage : { ...usage, units };
        const steps = model.steps(properties, given);
        return { units, amount: amountOf(steps), steps };
      } catch (error) {
        if (error instanceof EventValuesNeededError) return error;
        throw error;
      }
    });
    if (priced instanceof Error) throw priced;
    return priced;
  }

  /**
   * Returns the amount of units that count by the days on which they were held (docs/billing-rules.md#prorated-charges).
   * Negative units count as zero. Without a day, there is no amount, not even a flat one.
   *
   * @throws ExtensionFailedError, also for a model that cannot be prorated.
   */
  prorate(properties: object, held: HeldUnits): ChargeResult {
    const counted = { ...held, levels: held.levels.map(notNegative) };
    const share = (whole: string): string =>
      toText(toDecimal(whole).div(held.periodDays).toDecimalPlaces(SHARE_DECIMALS));
    const units = share(toText(unitDays(counted)));
    if (held.levels.every((it) => it.days === 0)) return { units: '0', amount: '0', steps: [] };
    return this.call((model) => {
      const steps = model.proratedSteps?.(properties, counted);
      if (steps === undefined) throw new RangeError(`a ${this.name} charge cannot be prorated`);
      return {
        units,
        amount: share(amountOf(steps)), // not the sum of rounded steps
        steps: steps.map((it) => ({ ...it, units: share(it.units), amount: share(it.amount) })),
      };
    });
  }

  private call<R>(work: (model: ChargeModel) => R): R {
    if (this.#model !== undefined) return this.#extensions.callSync(CHARGE_MODELS, this.#model, work);
    throw new ExtensionFailedError(CHARGE_MODELS.name, this.name, 'no module registers this charge model');
  }
}

function notNegative({ units, days }: HeldUnits['levels'][number]): HeldUnits['levels'][number] {
  return { units: toDecimal(units).isNegative() ? '0' : units, days };
}

/** @throws RangeError unless the steps are decimals that add up to zero or more. */
function amountOf(steps: readonly ChargeStep[]): string {
  const amounts = steps.map(({ description, units, amount }) => {
    if ([description, units, amount].some((it) => typeof it !== 'string')) {
      throw new RangeError('a step must have description, units and amount as strings');
    }
    toDecimal(units);
    return toDecimal(amount);
  });
  const amount = sum(amounts);
  if (amount.lessThan(ZERO)) throw new RangeError(`its amount ${toText(amount)} is negative`);
  return toText(amount);
}
