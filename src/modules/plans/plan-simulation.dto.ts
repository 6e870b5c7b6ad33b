import {
  AnswerField,
  DecimalField,
  IntegerField,
  ListOf,
  StringListField,
  TextField,
} from '../../platform/http/fields';
import { describedNames, isDecimalString, type ChargeStep } from './charge-models';
import type { SimulatedUsage, Simulation } from './plan-simulation.rules';

const MAX_METRICS = 100;
const MAX_EVENTS = 1000;

const CODE = { description: 'Code of the billable metric', example: 'storage_gb' };

export class SimulatedUsageDto {
  @TextField(CODE) billable_metric_code!: string;
  @DecimalField({
    description:
      'Number of units in the whole period; those of a prorated charge are held on all of its days',
    example: '12.5',
  })
  units!: string;

  @IntegerField({
    description: 'Number of events in the whole period; used by percentage charges only',
    example: 3,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  })
  events_count!: number;

  @StringListField({
    description:
      'Value of each event, in order, as decimal strings. Required if the amount depends on them: for a ' +
      'percentage charge with a minimum, a maximum or a free allowance that is used up',
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
      'Simulated usage, with at most one entry per metric. A charge whose metric is missing has no usage',
    example: [{ billable_metric_code: 'storage_gb', units: '12.5', events_count: 3 }],
    max: MAX_METRICS,
  })
  usage!: SimulatedUsageDto[];
}

export class ChargeStepDto implements ChargeStep {
  @AnswerField({ description: 'Description of the step', type: String, example: 'Units' })
  description!: string;
  @AnswerField({ description: 'Number of units in the step', type: String, example: '12.5' }) units!: string;

  @AnswerField({
    description: 'Price per unit, in major units',
    type: String,
    required: false,
    example: '0.1',
  })
  unit_amount?: string;

  @AnswerField({ description: 'Rate in percent of the units', type: String, required: false, example: '1.5' })
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
    description: 'Model that turns units into an amount',
    type: String,
    enum: describedNames,
    example: 'standard',
  })
  charge_model!: string;

  @AnswerField({
    description: 'Number of priced units, rounded as defined by the metric',
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
    description: 'Amount in minor units, rounded once, half up',
    type: 'integer',
    example: 125,
  })
  amount_cents!: number;

  @AnswerField({ description: 'Steps that add up to the amount', type: [ChargeStepDto] })
  steps!: ChargeStepDto[];
}

export class PlanSimulationDto {
  @AnswerField({ description: 'Currency of the plan', type: String, example: 'EUR' }) currency!: string;

  @AnswerField({
    description:
      "Price of the whole period before taxes: the plan's own `amount_cents` plus the `amount_cents` of " +
      'every charge',
    type: 'integer',
    example: 5025,
  })
  amount_cents!: number;

  @AnswerField({ description: 'Charges of the plan, in order', type: [SimulatedChargeDto] })
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
