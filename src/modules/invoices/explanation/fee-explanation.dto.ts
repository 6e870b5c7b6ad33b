import { AnswerField } from '../../../platform/http/fields';
import type { CountedEvents } from '../../usage';
import { FeeDto, toFeeOfInvoiceResponse } from '../fee.dto';
import {
  INCOMPLETE_REASONS,
  STEP_KINDS,
  type ExplainedAmount,
  type ExplanationStep,
} from './explanation-step';
import type { FeeExplanation } from './fee-explanations.service';

const COMPLETE = {
  description: 'Whether the steps say how the whole amount arises',
  type: Boolean,
  example: true,
} as const;

const INCOMPLETE_REASON = {
  description:
    'Why the steps are only the stored amount; null if `complete`. `not_stored`: the records from which it was calculated ' +
    'are not stored; `amount_differs`: the stored records do not lead to the amount; `draft_changed`: usage has arrived ' +
    'during the request, repeat it; `set_by_extension`: an extension has set the amount; `charge_model_failed`: the ' +
    'charge model fails or is not installed',
  type: String,
  enum: [...INCOMPLETE_REASONS],
  nullable: true,
  example: null,
};

export class ExplanationStepDto implements ExplanationStep {
  @AnswerField({
    description:
      '`plan_price`: price of a whole billing period; `proration`: share of it by days; `usage`, `held_units`: units of ' +
      'the metric, `held_units` by days; `units_rounding`, `negative_units`: corrections of the units; `charge`: a step of ' +
      'the charge model; `sum`: sum of these; `units_times_price`: a fee of units and a price; `discount`: share of the ' +
      'discounts; `tax`: rate on the net amount; `rounding`: to the minor unit; `stored`: the amount as stored',
    type: String,
    enum: [...STEP_KINDS],
    example: 'proration',
  })
  kind!: ExplanationStep['kind'];

  @AnswerField({
    description: 'The step in a sentence',
    type: String,
    example: 'The fee covers 15 of the 30 days of the billing period.',
  })
  description!: string;

  @AnswerField({
    description: 'Calculation that gives the result; null if the description says all',
    type: String,
    nullable: true,
    example: '49.00 x 15 / 30',
  })
  calculation!: string | null;

  @AnswerField({ description: 'Result, as a decimal string in `unit`', type: String, example: '24.50' })
  result!: string;

  @AnswerField({
    description: '`units`, or the currency for an amount in its major unit',
    type: String,
    example: 'EUR',
  })
  unit!: string;
}

export class TaxExplanationDto {
  @AnswerField(COMPLETE) complete!: boolean;
  @AnswerField(INCOMPLETE_REASON) incomplete_reason!: string | null;

  @AnswerField({
    description:
      'Steps from `amount_cents` of the fee to its `taxes_amount_cents`, the result of the last step. `taxes` of the fee ' +
      'has the share of each tax',
    type: [ExplanationStepDto],
  })
  steps!: ExplanationStepDto[];
}

export class FeeEventsDto {
  @AnswerField({
    description: 'Path and query of the list of usage events that contains exactly the counted ones',
    type: String,
    example:
      '/v1/events?external_subscription_id=sub_1042&code=storage_gb&from=2026-01-01T00%3A00%3A00.000Z&' +
      'to=2026-02-01T00%3A00%3A00.000Z&charged=true',
  })
  path!: string;

  @AnswerField({ description: 'Number of these events', type: 'integer', example: 3 }) count!: number;
}

export class FeeExplanationDto {
  @AnswerField({ description: 'The fee with its invoice', type: FeeDto }) fee!: FeeDto;

  @AnswerField({
    description: 'Version of the plan that set the price; null if no plan did',
    type: 'integer',
    nullable: true,
    example: 1,
  })
  plan_version!: number | null;

  @AnswerField(COMPLETE) complete!: boolean;
  @AnswerField(INCOMPLETE_REASON) incomplete_reason!: string | null;

  @AnswerField({
    description:
      'Steps of the calculation. The result of the last one is `amount_cents` of the fee, in major units',
    type: [ExplanationStepDto],
  })
  steps!: ExplanationStepDto[];

  @AnswerField({ description: 'How the taxes of the fee arise', type: TaxExplanationDto })
  taxes!: TaxExplanationDto;

  @AnswerField({
    description: 'The usage events that the fee counts; null unless it is for usage',
    type: FeeEventsDto,
    nullable: true,
  })
  events!: FeeEventsDto | null;
}

export function toFeeExplanationResponse(explanation: FeeExplanation): FeeExplanationDto {
  const { fee, planVersion, amount, taxes, events } = explanation;
  return {
    fee: toFeeOfInvoiceResponse(fee),
    plan_version: planVersion,
    ...toExplainedAmount(amount),
    taxes: toExplainedAmount(taxes),
    events: events === null ? null : { path: pathOf(events), count: events.count },
  };
}

function toExplainedAmount({ steps, incompleteReason }: ExplainedAmount): TaxExplanationDto {
  return { complete: incompleteReason === null, incomplete_reason: incompleteReason, steps };
}

function pathOf({ externalSubscriptionId, code, from, to }: CountedEvents): string {
  const query = new URLSearchParams({
    external_subscription_id: externalSubscriptionId,
    code,
    from: from.toISOString(),
    to: to.toISOString(),
    charged: 'true',
  });
  return `/v1/events?${query.toString()}`;
}
