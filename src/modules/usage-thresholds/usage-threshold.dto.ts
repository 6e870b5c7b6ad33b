import { AnswerField, BooleanField, IntegerField, TextField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import type { UsageThresholdEntity } from './usage-threshold.entity';

const ID = { type: String, format: 'uuid', example: '0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d' };
const TIME = { type: String, format: 'date-time', example: '2026-01-01T09:30:00.000Z' };

const FIELDS = {
  amount_cents: {
    description: "Usage amount of a billing period before taxes, in minor units of the plan's currency",
    example: 10000,
  },
  threshold_display_name: { description: 'Your own name for the threshold', example: 'Soft limit' },
  recurring: {
    description: 'Whether the threshold is crossed again at every multiple of the amount',
    example: false,
  },
};

export class CreateUsageThresholdDto {
  @IntegerField({ ...FIELDS.amount_cents, min: 1, max: Number.MAX_SAFE_INTEGER }) amount_cents!: number;

  @TextField({ ...FIELDS.threshold_display_name, optional: true, nullable: true })
  threshold_display_name?: string | null;

  @BooleanField({ ...FIELDS.recurring, optional: true, default: false }) recurring?: boolean;
}

export class ListUsageThresholdsDto extends pageQuery(['created_at', 'amount_cents']) {}

export class UsageThresholdDto {
  @AnswerField({ description: 'ID of the usage threshold', ...ID }) id!: string;
  @AnswerField({
    description: 'ID of the plan; null for a threshold of a subscription',
    ...ID,
    nullable: true,
  })
  plan_id!: string | null;

  @AnswerField({
    description: 'ID of the subscription; null for a threshold of a plan',
    ...ID,
    nullable: true,
  })
  subscription_id!: string | null;

  @AnswerField({ ...FIELDS.amount_cents, type: 'integer' }) amount_cents!: number;
  @AnswerField({
    description: 'Currency of the amount: that of the plan, or of the plan of the subscription',
    type: String,
    example: 'EUR',
  })
  currency!: string;

  @AnswerField({ ...FIELDS.threshold_display_name, type: String, nullable: true })
  threshold_display_name!: string | null;

  @AnswerField({ ...FIELDS.recurring, type: Boolean }) recurring!: boolean;
  @AnswerField({ description: 'When the threshold was created', ...TIME }) created_at!: string;
  @AnswerField({ description: 'When the threshold was last updated', ...TIME }) updated_at!: string;
}

export class CrossingPeriodDto {
  @AnswerField({ description: 'Start of the period, inclusive', ...TIME }) from!: string;
  @AnswerField({ description: 'End of the period, exclusive', ...TIME }) to!: string;
}

export class UsageThresholdCrossingDto {
  @AnswerField({ description: 'ID of the subscription whose usage crossed the threshold', ...ID })
  subscription_id!: string;
  @AnswerField({ description: 'Your own ID of the subscription', type: String, example: 'sub_1042' })
  external_subscription_id!: string;

  @AnswerField({ description: 'ID of the customer', ...ID }) customer_id!: string;
  @AnswerField({ description: 'Billing period of the usage', type: CrossingPeriodDto })
  period!: CrossingPeriodDto;
  @AnswerField({ description: 'Currency of the amounts', type: String, example: 'EUR' }) currency!: string;
  @AnswerField({
    description: 'Usage amount of the period at the crossing, in minor units',
    type: 'integer',
    example: 10450,
  })
  usage_amount_cents!: number;

  @AnswerField({
    description: 'Multiple of the amount that was reached; 1 unless the threshold is recurring',
    type: 'integer',
    example: 1,
  })
  multiple!: number;

  @AnswerField({
    description: 'Amount that was reached: multiple x amount_cents',
    type: 'integer',
    example: 10000,
  })
  crossed_amount_cents!: number;

  @AnswerField({ description: 'When the crossing was recorded', ...TIME }) crossed_at!: string;
}

/** The payload of `usage_threshold.crossed` events: the threshold and its crossing. */
export class CrossedUsageThresholdDto extends UsageThresholdDto {
  @AnswerField({ description: 'The crossing that triggered the event', type: UsageThresholdCrossingDto })
  crossing!: UsageThresholdCrossingDto;
}

export interface UsageThresholdInput {
  amountCents: bigint;
  thresholdDisplayName: string | null;
  recurring: boolean;
}

export function toUsageThresholdInput(body: CreateUsageThresholdDto): UsageThresholdInput {
  return {
    amountCents: BigInt(body.amount_cents),
    thresholdDisplayName: body.threshold_display_name ?? null,
    recurring: body.recurring ?? false,
  };
}

/** A threshold with the currency of its amount. */
export type UsageThreshold = UsageThresholdEntity & { currency: string };

export function toUsageThresholdResponse(threshold: UsageThreshold): UsageThresholdDto {
  return {
    id: threshold.id,
    plan_id: threshold.planId,
    subscription_id: threshold.subscriptionId,
    amount_cents: Number(threshold.amountCents),
    currency: threshold.currency,
    threshold_display_name: threshold.thresholdDisplayName,
    recurring: threshold.recurring,
    created_at: threshold.createdAt.toISOString(),
    updated_at: threshold.updatedAt.toISOString(),
  };
}
