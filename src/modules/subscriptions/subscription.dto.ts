import { PartialType, PickType } from '@nestjs/swagger';
import { AnswerField, DateTimeField, EnumField, TextField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { IdOf, KeyOf } from '../../platform/http/references';
import { versioned } from '../../platform/http/versions';
import { CUSTOMER_REFERENCE, IncludeCustomerField } from '../customers';
import { BILLING_TIMES, type BillingTime } from '../invoices';
import { INTERVALS, PLAN_REFERENCE } from '../plans';
import { BillingErrorDto, toBillingErrorResponse } from './billing-error.dto';
import { asRunning, shownPeriod } from './running-subscription';
import { SubscriptionPeriodDto, toPeriodResponse } from './subscription-period.dto';
import type { SubscriptionEntity } from './subscription.entity';
import {
  SUBSCRIPTION_STATUSES,
  TERMINATION_ACTIONS,
  TERMINATION_CREDIT_NOTES,
  cancellationAt,
  isOpen,
  type OnTerminationAction,
  type OnTerminationCreditNote,
  type SubscriptionStatus,
} from './subscription.rules';

const MAYBE = { optional: true, nullable: true } as const;
const PLAN_ID = '0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a';
const CUSTOMER_ID = '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21';

const FIELDS = {
  id: { description: 'ID of the subscription', example: '0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20' },
  external_id: {
    description:
      'Your own ID of the subscription; unique in your organization, even after the subscription has ended',
    example: 'sub_1042',
  },
  customer_id: { description: 'ID of the customer', example: CUSTOMER_ID },
  plan_id: { description: 'ID of the plan', example: PLAN_ID },
  name: { description: 'Your own name for the subscription', example: 'Head office' },
  status: { description: 'Status of the subscription', example: 'active' },
  billing_time: {
    description:
      'Whether billing periods follow the calendar (weeks from Monday, months from the 1st) or the day ' +
      'of `subscription_at`',
    example: 'anniversary',
  },
  subscription_at: {
    description:
      'When the subscription starts, from 2000 to 2099. Until then it is pending. If in the past, past periods are not billed',
    example: '2026-01-01T00:00:00.000Z',
  },
  ending_at: {
    description: 'When the subscription terminates automatically, in 2099 at the latest; null for never',
    example: '2099-12-31T00:00:00.000Z',
  },
  on_termination_action: {
    description: 'Whether a termination creates a last invoice',
    example: 'generate_invoice',
  },
};

export class CreateSubscriptionDto {
  @TextField(FIELDS.external_id) external_id!: string;
  @IdOf(CUSTOMER_REFERENCE, FIELDS.customer_id) customer_id!: string;
  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;
  @IdOf(PLAN_REFERENCE, FIELDS.plan_id) plan_id!: string;
  @KeyOf(PLAN_REFERENCE) plan_code?: string;
  @TextField({ ...FIELDS.name, ...MAYBE }) name?: string | null;

  @EnumField({ ...FIELDS.billing_time, values: BILLING_TIMES, optional: true, default: 'calendar' })
  billing_time?: BillingTime;

  @DateTimeField({ ...FIELDS.subscription_at, optional: true }) subscription_at?: Date;
  @DateTimeField({ ...FIELDS.ending_at, ...MAYBE }) ending_at?: Date | null;

  @EnumField({
    ...FIELDS.on_termination_action,
    values: TERMINATION_ACTIONS,
    optional: true,
    default: 'generate_invoice',
  })
  on_termination_action?: OnTerminationAction;
}

export class UpdateSubscriptionDto extends PartialType(
  PickType(CreateSubscriptionDto, ['name', 'ending_at', 'on_termination_action']),
  { skipNullProperties: false },
) {
  @IdOf(PLAN_REFERENCE, { ...FIELDS.plan_id, optional: true }) plan_id?: string;
  @KeyOf(PLAN_REFERENCE) plan_code?: string;
}

export class ListSubscriptionsDto extends pageQuery(['created_at', 'external_id']) {
  @IncludeCustomerField() include?: string;

  @EnumField({
    ...FIELDS.status,
    description: 'Filter by status',
    values: SUBSCRIPTION_STATUSES,
    optional: true,
  })
  status?: SubscriptionStatus;

  @IdOf(CUSTOMER_REFERENCE, { description: 'Filter by customer', optional: true })
  customer_id?: string;

  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;

  @IdOf(PLAN_REFERENCE, { description: 'Filter by plan', optional: true }) plan_id?: string;
  @KeyOf(PLAN_REFERENCE) plan_code?: string;

  @TextField({ ...FIELDS.external_id, description: 'Filter by external_id', optional: true })
  external_id?: string;
}

export class TerminateSubscriptionDto {
  @EnumField({
    description: 'Overrides the `on_termination_action` of the subscription',
    example: 'skip',
    values: TERMINATION_ACTIONS,
    optional: true,
  })
  on_termination_action?: OnTerminationAction;

  @EnumField({
    description:
      'How the unused part of a prepaid fee is credited. `offset`: the credit note reduces the amount ' +
      'due on the invoice of the fee; the rest is credit. `refund`: a refund of what was paid on that ' +
      'invoice, then an offset. `credit`: only credit for later invoices. `skip`: no credit note. Has no ' +
      'effect if there is nothing to credit',
    example: 'refund',
    values: TERMINATION_CREDIT_NOTES,
    optional: true,
    default: 'offset',
  })
  on_termination_credit_note?: OnTerminationCreditNote;
}

/** Declares a response field that contains a time or null. */
const MaybeInstant = (description: string): PropertyDecorator =>
  AnswerField({
    description,
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-15T09:30:00.000Z',
  });

const Instant = (description: string): PropertyDecorator =>
  AnswerField({ description, type: String, format: 'date-time', example: '2026-01-01T09:30:00.000Z' });

const MaybePlan = (description: string): PropertyDecorator =>
  AnswerField({ description, type: String, format: 'uuid', nullable: true, example: PLAN_ID });

export class SubscriptionDto {
  @AnswerField({ ...FIELDS.id, type: String, format: 'uuid' }) id!: string;
  @AnswerField({ ...FIELDS.external_id, type: String }) external_id!: string;
  @AnswerField({ ...FIELDS.customer_id, type: String, format: 'uuid' }) customer_id!: string;
  @AnswerField({ ...FIELDS.plan_id, type: String, format: 'uuid' }) plan_id!: string;

  @AnswerField({
    description: 'Version of the plan by which the subscription is billed; the plan may have a newer one',
    type: 'integer',
    example: 1,
  })
  plan_version!: number;

  @AnswerField({
    description: 'Length of a billing period in this version',
    type: String,
    enum: [...INTERVALS],
    example: 'monthly',
  })
  interval!: string;

  @AnswerField({
    description: 'Price of a billing period without usage in this version, in minor units',
    type: 'integer',
    example: 4900,
  })
  amount_cents!: number;

  @AnswerField({ description: 'Currency of the price', type: String, example: 'EUR' }) currency!: string;
  @AnswerField({ ...FIELDS.name, type: String, nullable: true }) name!: string | null;
  @AnswerField({ ...FIELDS.status, type: String, enum: [...SUBSCRIPTION_STATUSES] }) status!: string;
  @AnswerField({ ...FIELDS.billing_time, type: String, enum: [...BILLING_TIMES] }) billing_time!: string;
  @AnswerField({ ...FIELDS.subscription_at, type: String, format: 'date-time' }) subscription_at!: string;
  @MaybeInstant('When the subscription started; null while it is pending') started_at!: string | null;
  @MaybeInstant('When the trial is scheduled to end; null without a trial') trial_ends_at!: string | null;
  @MaybeInstant('When the trial actually ended') trial_ended_at!: string | null;

  @AnswerField({ ...FIELDS.ending_at, type: String, format: 'date-time', nullable: true })
  ending_at!: string | null;

  @MaybeInstant(
    'When the cancellation was requested; for an active subscription, it takes effect at `cancels_at`',
  )
  canceled_at!: string | null;

  @MaybeInstant('When the scheduled cancellation takes effect; null if none is scheduled')
  cancels_at!: string | null;

  @MaybeInstant('When the subscription was terminated') terminated_at!: string | null;

  @MaybePlan('ID of the plan before the last plan change; the same plan if that was to a newer version')
  previous_plan_id!: string | null;

  @MaybePlan(
    'ID of the plan that the subscription changes to at the end of the period, in the version that was the ' +
      'newest when the change was requested; the same plan if only its version changes',
  )
  next_plan_id!: string | null;

  @AnswerField({ ...FIELDS.on_termination_action, type: String, enum: [...TERMINATION_ACTIONS] })
  on_termination_action!: string;

  @AnswerField({
    description:
      'Current billing period, or the last one after the end of the subscription; null before the start',
    type: SubscriptionPeriodDto,
    nullable: true,
  })
  current_period!: SubscriptionPeriodDto | null;

  @AnswerField({
    description:
      'Why billing the subscription fails; null unless it does. The subscription is then set aside: the end of ' +
      'its period, or whatever else is due, is retried',
    type: BillingErrorDto,
    nullable: true,
  })
  billing_error!: BillingErrorDto | null;

  @Instant('When the subscription was created') created_at!: string;
  @Instant('When the subscription was last updated') updated_at!: string;
}

export function toSubscriptionResponse(subscription: SubscriptionEntity): SubscriptionDto {
  const { startedAt } = subscription;
  return versioned(subscription, {
    id: subscription.id,
    external_id: subscription.externalId,
    customer_id: subscription.customerId,
    plan_id: subscription.planId,
    plan_version: subscription.planVersion,
    interval: subscription.planInterval,
    amount_cents: Number(subscription.planAmountCents),
    currency: subscription.planCurrency,
    name: subscription.name,
    status: subscription.status,
    billing_time: subscription.billingTime,
    subscription_at: subscription.subscriptionAt.toISOString(),
    started_at: startedAt?.toISOString() ?? null,
    trial_ends_at: subscription.trialEndsAt?.toISOString() ?? null,
    trial_ended_at: subscription.trialEndedAt?.toISOString() ?? null,
    ending_at: subscription.endingAt?.toISOString() ?? null,
    canceled_at: subscription.canceledAt?.toISOString() ?? null,
    cancels_at: (isOpen(subscription.status) ? cancellationAt(subscription) : null)?.toISOString() ?? null,
    terminated_at: subscription.terminatedAt?.toISOString() ?? null,
    previous_plan_id: subscription.previousPlanId,
    next_plan_id: subscription.nextPlanId,
    on_termination_action: subscription.onTerminationAction,
    current_period: startedAt === null ? null : toPeriodResponse(shownPeriod(asRunning(subscription))),
    billing_error: toBillingErrorResponse(subscription.billingError),
    created_at: subscription.createdAt.toISOString(),
    updated_at: subscription.updatedAt.toISOString(),
  });
}
