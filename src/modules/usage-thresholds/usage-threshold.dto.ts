import { AnswerField, BooleanField, IntegerField, TextField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import type { UsageThresholdEntity } from './usage-threshold.entity';

const ID = { type: String, format: 'uuid', example: '0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d' };
const TIME = { type: String, format: 'date-time', example: '2026-01-01T09:30:00.000Z' };

const FIELDS = {
  amount_cents: {
    description: "Usage of a period, in the minor unit of the plan's currency, before taxes",
    example: 10000,
  },
  threshold_display_name: { description: 'A name of your own', example: 'Soft limit' },
  recurring: { description: 'Crossed again at every multiple of the amount', example: false },
};

export class CreateUsageThresholdDto {
  @IntegerField({ ...FIELDS.amount_cents, min: 1, max: Number.MAX_SAFE_INTEGER }) amount_cents!: number;

  @TextField({ ...FIELDS.threshold_display_name, optional: true, nullable: true })
  threshold_display_name?: string | null;

  @BooleanField({ ...FIELDS.recurring, optional: true, default: false }) recurring?: boolean;
}

export class ListUsageThresholdsDto extends pageQuery(['created_at', 'amount_cents']) {}

export class UsageThresholdDto {
  @AnswerField({ description: 'The threshold', ...ID }) id!: string;
  @AnswerField({ description: 'Its plan; null for one of a subscription', ...ID, nullable: true })
  plan_id!: string | null;

  @AnswerField({ description: 'Its subscription; null for one of a plan', ...ID, nullable: true })
  subscription_id!: string | null;

  @AnswerField({ ...FIELDS.amount_cents, type: Number }) amount_cents!: number;
  @AnswerField({ ...FIELDS.threshold_display_name, type: String, nullable: true })
  threshold_display_name!: string | null;

  @AnswerField({ ...FIELDS.recurring, type: Boolean }) recurring!: boolean;
  @AnswerField({ description: 'When it was created', ...TIME }) created_at!: string;
  @AnswerField({ description: 'When it last changed', ...TIME }) updated_at!: string;
}

export class CrossingPeriodDto {
  @AnswerField({ description: 'Start of the period, inclusive', ...TIME }) from!: string;
  @AnswerField({ description: 'End of the period, exclusive', ...TIME }) to!: string;
}

export class UsageThresholdCrossingDto {
  @AnswerField({ description: 'The subscription whose usage crossed it', ...ID }) subscription_id!: string;
  @AnswerField({ description: 'Your own id of the subscription', type: String, example: 'sub_1042' })
  external_subscription_id!: string;

  @AnswerField({ description: 'Its customer', ...ID }) customer_id!: string;
  @AnswerField({ description: 'The period', type: CrossingPeriodDto }) period!: CrossingPeriodDto;
  @AnswerField({ description: 'Currency of the amounts', type: String, example: 'EUR' }) currency!: string;
  @AnswerField({ description: 'The running amount of the period', type: Number, example: 10450 })
  usage_amount_cents!: number;

  @AnswerField({ description: 'Which multiple was reached; 1 unless recurring', type: Number, example: 1 })
  multiple!: number;

  @AnswerField({
    description: 'The amount that was reached: multiple x amount_cents',
    type: Number,
    example: 10000,
  })
  crossed_amount_cents!: number;

  @AnswerField({ description: 'When it was noticed', ...TIME }) crossed_at!: string;
}

/** The object of `usage_threshold.crossed`. */
export class CrossedUsageThresholdDto extends UsageThresholdDto {
  @AnswerField({ description: 'What crossed it', type: UsageThresholdCrossingDto })
  crossing!: UsageThresholdCrossingDto;
}

/** The fields of a new threshold. */
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

export function toUsageThresholdResponse(threshold: UsageThresholdEntity): UsageThresholdDto {
  return {
    id: threshold.id,
    plan_id: threshold.planId,
    subscription_id: threshold.subscriptionId,
    amount_cents: Number(threshold.amountCents),
    threshold_display_name: threshold.thresholdDisplayName,
    recurring: threshold.recurring,
    created_at: threshold.createdAt.toISOString(),
    updated_at: threshold.updatedAt.toISOString(),
  };
}
