import {
  AnswerField,
  DecimalField,
  IntegerField,
  ListOf,
  StringListField,
  TextField,
} from '../../../platform/http/fields';
import { BUILT_IN_NAMES, isDecimalString, type ChargeStep } from '../charge-models';
import type { SimulatedUsage, Simulation } from './plan-simulation.rules';

const MAX_METRICS = 100;
const MAX_EVENTS = 1000;

const CODE = { description: 'Code of the metric', example: 'storage_gb' };

export class SimulatedUsageDto {
  @TextField(CODE) billable_metric_code!: string;
  @DecimalField({
    description: 'Units of the whole billing period; those of a prorated charge are held on all of its days',
    example: '12.5',
  })
  units!: string;

  @IntegerField({
    description: 'Number of events in the billing period; used by percentage charges only',
    example: 3,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  })
  events_count!: number;

  @StringListField({
    description:
      'Value of each event, in order, as decimal strings. Required by a percentage charge whose amount depends on ' +
      'them: with a minimum, a maximum, or a free allowance that is used up',
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
    description: 'Supposed usage, at most one entry per metric. Charges of other metrics have no usage',
    example: [{ billable_metric_code: 'storage_gb', units: '12.5', events_count: 3 }],
    max: MAX_METRICS,
  })
  usage!: SimulatedUsageDto[];
}

export class ChargeStepDto implements ChargeStep {
  @AnswerField({ description: 'What the step stands for', type: String, example: 'Units' })
  description!: string;
  @AnswerField({ description: 'Units that the step prices', type: String, example: '12.5' }) units!: string;

  @AnswerField({ description: 'Price of one unit', type: String, required: false, example: '0.1' })
  unit_amount?: string;

  @AnswerField({ description: 'Percent of the units', type: String, required: false, example: '1.5' })
  rate?: string;

  @AnswerField({
    description: 'Amount of the step, unrounded, in major units',
    type: String,
    example: '1.25',
  })
  amount!: string;
}

export class SimulatedChargeDto {
  @AnswerField({ ...CODE, type: String }) billable_metric_code!: string;

  @AnswerField({
    description: 'How usage is priced',
    type: String,
    enum: BUILT_IN_NAMES,
    example: 'standard',
  })
  charge_model!: string;

  @AnswerField({
    description: 'Units, rounded by the rules of the metric',
    type: String,
    example: '12.5',
  })
  units!: string;

  @AnswerField({
    description: 'Sum of the steps, unrounded, in major units',
    type: String,
    example: '1.25',
  })
  amount!: string;

  @AnswerField({
    description: 'The amount, rounded half up to the minor unit',
    type: 'integer',
    example: 125,
  })
  amount_cents!: number;

  @AnswerField({ description: 'Explanation of the amount', type: [ChargeStepDto] }) steps!: ChargeStepDto[];
}

export class PlanSimulationDto {
  @AnswerField({ description: 'Currency of the plan', type: String, example: 'EUR' }) currency!: string;

  @AnswerField({
    description:
      "Price of the whole billing period before taxes: the plan's `amount_cents` plus that of every charge",
    type: 'integer',
    example: 5025,
  })
  amount_cents!: number;

  @AnswerField({
    description: 'Every charge of the plan, in the order of the plan',
    type: [SimulatedChargeDto],
  })
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
