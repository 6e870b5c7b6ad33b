import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type Decimal from 'decimal.js';
import { EXTENSION_DEADLINE_MS, ExtensionFailedError, Extensions } from '../../../platform/extensions';
import type { FieldError } from '../../../platform/errors/app-error';
import {
  CHARGE_MODELS,
  EventValuesNeededError,
  type ChargeModel,
  type ChargeResult,
  type ChargeStep,
  type HeldUnits,
  type Usage,
} from './charge-model';
import { ZERO, sum, toDecimal, toText } from './decimals';
import { unitDays } from './held-units';
import { isPlainObject, problem } from './property-rules';

/** Digits of the units and amounts of prorated charges. */
const SHARE_DECIMALS = 20;

const NAME = /^[a-z][a-z0-9_]{0,49}$/;

/**
 * The charge models of the service. What a model returns is checked, and its failures carry its name. A model is
 * synchronous, so that pricing thousands of charges costs no more than the arithmetic; that it took too long is
 * noticed when it returns.
 */
@Injectable()
export class ChargeModels implements OnModuleInit {
  private byName: ReadonlyMap<string, ChargeModel> = new Map();

  constructor(@Inject(Extensions) private readonly extensions: Pick<Extensions, 'of'>) {}

  /** @throws Error when two models have the same name, or one has a name that is not snake_case. */
  onModuleInit(): void {
    const byName = new Map<string, ChargeModel>();
    for (const model of this.extensions.of(CHARGE_MODELS)) {
      const { name } = model;
      if (!NAME.test(name)) throw new Error(`The charge model ${JSON.stringify(name)} must be in snake_case`);
      if (byName.has(name)) throw new Error(`Two charge models are called ${name}`);
      byName.set(name, model);
    }
    this.byName = byName;
  }

  get names(): string[] {
    return [...this.byName.keys()];
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  /** Returns everything that is wrong with a charge's `properties`, with paths inside them. */
  problemsOf(name: string, properties: unknown): FieldError[] {
    if (!isPlainObject(properties)) {
      return [problem('', 'invalid_type', 'The properties must be an object.')];
    }
    return this.call(name, (model) => model.validate(properties));
  }

  /** Returns why a metric cannot be charged by the model, as the end of a sentence; null if it can. */
  metricProblem(
    name: string,
    metric: Parameters<NonNullable<ChargeModel['metricProblem']>>[0],
  ): string | null {
    return this.call(name, (model) => model.metricProblem?.(metric) ?? null);
  }

  /**
   * Prices usage, unrounded. Units below zero cost nothing, not even what zero units cost, such as the flat amount of
   * a first tier.
   *
   * @param properties have passed `problemsOf`.
   * @throws ExtensionFailedError when the model breaks its contract or nothing registers it; EventValuesNeededError.
   */
  price(name: string, properties: object, usage: Usage): ChargeResult {
    const units = toDecimal(usage.units);
    if (units.lessThan(ZERO)) return { units: '0', amount: '0', steps: [] };
    return this.call(name, (model) => {
      const steps = model.steps(properties, usage);
      return { units: toText(units), amount: amountOf(steps), steps };
    });
  }

  /** Whether charges of the model can be prorated. */
  prorates(name: string): boolean {
    return this.byName.get(name)?.proratedSteps !== undefined;
  }

  /**
   * Prices units by the days on which they were held (docs/billing-rules.md#prorated-charges). Only the amount is exact:
   * units and steps are rounded to 20 decimals, because a share of days may have infinitely many. Units below zero count as
   * none.
   *
   * @throws ExtensionFailedError when the model breaks its contract.
   */
  prorate(name: string, properties: object, { levels, periodDays }: HeldUnits): ChargeResult {
    const held = { levels: levels.map(notNegative), periodDays };
    const share = (whole: string): string =>
      toText(toDecimal(whole).div(periodDays).toDecimalPlaces(SHARE_DECIMALS));
    const units = share(toText(unitDays(held)));
    if (held.levels.every((it) => it.days === 0)) return { units, amount: '0', steps: [] };
    return this.call(name, (model) => {
      if (model.proratedSteps === undefined) throw new TypeError('it cannot prorate');
      const steps = model.proratedSteps(properties, held);
      const amount = share(amountOf(steps));
      return {
        units,
        amount,
        steps: steps.map((it) => ({ ...it, units: share(it.units), amount: share(it.amount) })),
      };
    });
  }

  private call<T>(name: string, work: (model: ChargeModel) => T): T {
    const model = this.byName.get(name);
    const failed = (reason: string, options?: ErrorOptions): ExtensionFailedError =>
      new ExtensionFailedError(CHARGE_MODELS.name, model?.constructor.name ?? name, reason, options);
    if (model === undefined) throw failed('no module registers it');
    const startedAt = performance.now();
    let result: T;
    try {
      result = work(model);
    } catch (error) {
      if (error instanceof EventValuesNeededError) throw error;
      throw failed(error instanceof Error ? error.message : String(error), { cause: error });
    }
    if (performance.now() - startedAt <= EXTENSION_DEADLINE_MS) return result;
    throw failed(`it took longer than ${EXTENSION_DEADLINE_MS / 1000} s`);
  }
}

function notNegative({ units, days }: HeldUnits['levels'][number]): HeldUnits['levels'][number] {
  return { units: toDecimal(units).isNegative() ? '0' : units, days };
}

/** Adds up steps. @throws RangeError for anything but a list of steps that adds up to zero or more. */
function amountOf(steps: readonly ChargeStep[]): string {
  const amount = sum(steps.map(amountOfStep));
  if (amount.lessThan(ZERO)) throw new RangeError(`its amount ${toText(amount)} is below zero`);
  return toText(amount);
}

function amountOfStep({ description, units, amount }: ChargeStep): Decimal {
  if (typeof description !== 'string' || typeof units !== 'string' || typeof amount !== 'string') {
    throw new RangeError('a step needs description, units and amount as text');
  }
  toDecimal(units);
  return toDecimal(amount);
}
