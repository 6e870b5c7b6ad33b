import {
  AnswerField,
  DecimalField,
  IntegerField,
  ListOf,
  StringListField,
  TextField,
} from '../../platform/http/fields';
import { CHARGE_MODELS, isDecimalString, type ChargeStep } from './charge-models';
import type { SimulatedUsage, Simulation } from './plan-simulation.rules';

const MAX_METRICS = 100;
const MAX_EVENTS = 1000;

const CODE = { description: 'Code of the metric', example: 'storage_gb' };

export class SimulatedUsageDto {
  @TextField(CODE) billable_metric_code!: string;
  @DecimalField({ description: 'Units of the whole period', example: '12.5' }) units!: string;

  @IntegerField({
    description: 'Events of the whole period; only percentage charges look at it',
    example: 3,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  })
  events_count!: number;

  @StringListField({
    description:
      'The value of each event, in order, as decimal strings. Needed by a percentage charge where only they ' +
      'can tell the amount: with a free allowance that is used up, a minimum or a maximum',
    example: ['5', '4.5', '3'],
    optional: true,
    max: MAX_EVENTS,
    test: isDecimalString,
    must: 'be a decimal string such as "0.25"',
  })
  event_values?: string[];
}

export class SimulatePlanDto {
  @ListOf(() => SimulatedUsageDto, {
    description:
      'What is supposed to be used, each metric once. A charge whose metric is left out has no usage',
    example: [{ billable_metric_code: 'storage_gb', units: '12.5', events_count: 3 }],
    max: MAX_METRICS,
  })
  usage!: SimulatedUsageDto[];
}

export class ChargeStepDto implements ChargeStep {
  @AnswerField({ description: 'What the step is', type: String, example: 'Units' }) description!: string;
  @AnswerField({ description: 'Units that it is about', type: String, example: '12.5' }) units!: string;

  @AnswerField({ description: 'Price of each unit', type: String, required: false, example: '0.1' })
  unit_amount?: string;

  @AnswerField({ description: 'Percent of the units', type: String, required: false, example: '1.5' })
  rate?: string;

  @AnswerField({ description: 'What it comes to, unrounded, in major units', type: String, example: '1.25' })
  amount!: string;
}

export class SimulatedChargeDto {
  @AnswerField({ ...CODE, type: String }) billable_metric_code!: string;

  @AnswerField({
    description: 'How units become an amount',
    type: String,
    enum: [...CHARGE_MODELS],
    example: 'standard',
  })
  charge_model!: string;

  @AnswerField({
    description: 'Units as they are priced, rounded as the metric says',
    type: String,
    example: '12.5',
  })
  units!: string;

  @AnswerField({
    description: 'What the steps add up to, unrounded, in major units',
    type: String,
    example: '1.25',
  })
  amount!: string;

  @AnswerField({
    description: 'The amount rounded once, half up, to the minor unit',
    type: 'integer',
    example: 125,
  })
  amount_cents!: number;

  @AnswerField({ description: 'How the amount comes about', type: [ChargeStepDto] }) steps!: ChargeStepDto[];
}

export class PlanSimulationDto {
  @AnswerField({ description: 'Currency of the plan', type: String, example: 'EUR' }) currency!: string;

  @AnswerField({
    description:
      "What the whole period costs before taxes: the plan's own `amount_cents` and the `amount_cents` of every charge",
    type: 'integer',
    example: 5025,
  })
  amount_cents!: number;

  @AnswerField({ description: 'Every charge of the plan, in its order', type: [SimulatedChargeDto] })
  charges!: SimulatedChargeDto[];
}

export function toSimulatedUsage({ usage }: SimulatePlanDto): SimulatedUsage[] {
  return usage.map((it) => ({
    metricCode: it.billable_metric_code,
    units: it.units,
    eventsCount: it.events_count,
    eventValues: it.event_values,
  }));
}

export function toSimulationResponse({ currency, amountCents, charges }: Simulation): PlanSimulationDto {
  return {
    currency,
    amount_cents: Number(amountCents),
    charges: charges.map(({ charge, result, amountCents: cents }) => ({
      billable_metric_code: charge.metric.code,
      charge_model: charge.chargeModel,
      units: result.units,
      amount: result.amount,
      amount_cents: Number(cents),
      steps: result.steps,
    })),
  };
}
