import { PartialType, PickType } from '@nestjs/swagger';
import {
  AnswerField,
  CreatedAtField,
  DateTimeField,
  EnumField,
  IdField,
  TextField,
  UpdatedAtField,
  UuidField,
} from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { INTERVALS, PLAN_REFERENCE } from '../plans';
import { BILLING_TIMES, type BillingTime, type Period } from './periods';
import { BillingErrorDto, toBillingErrorResponse } from './lifecycle/billing-error.dto';
import { asRunning, shownPeriod } from './lifecycle/running-subscription';
import type { SubscriptionEntity } from './subscription.entity';
import {
  SUBSCRIPTION_STATUSES,
  TERMINATION_ACTIONS,
  cancellationAt,
  type OnTerminationAction,
  type SubscriptionStatus,
} from './subscription.rules';
import { IdOf, KeyOf } from '../../platform/http/references';
import { CUSTOMER_REFERENCE } from '../customers';

const MAYBE = { optional: true, nullable: true } as const;
const PLAN_ID = '0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a';
const CUSTOMER_ID = '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21';

const FIELDS = {
  external_id: {
    description: 'Your identifier of the subscription, unique in your organization and never reused',
    example: 'sub_1042',
  },
  customer_id: { description: 'Id of the customer', example: CUSTOMER_ID },
  plan_id: { description: 'Id of the plan', example: PLAN_ID },
  name: { description: 'Name of the subscription, shown on invoices', example: 'Head office' },
  status: { description: 'Status of the subscription', example: 'active' },
  billing_time: {
    description:
      'Whether billing periods follow the calendar (weeks from Monday, months from the 1st) or the day of `subscription_at`',
    example: 'calendar',
  },
  subscription_at: {
    description:
      'When the subscription starts; it is pending until then. A start in the past bills no past billing period',
    example: '2026-01-01T00:00:00.000Z',
  },
  ending_at: {
    description:
      'When the subscription will be terminated; null for never. A billing period that would begin on that day does not: the running one is extended',
    example: '2099-12-31T00:00:00.000Z',
  },
  on_termination_action: {
    description: 'Whether a termination makes a last invoice',
    example: 'generate_invoice',
  },
};

export class CreateSubscriptionDto {
  @TextField(FIELDS.external_id) external_id!: string;
  @IdOf(CUSTOMER_REFERENCE) customer_id!: string;
  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;
  @IdOf(PLAN_REFERENCE) plan_id!: string;
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
  @IdOf(PLAN_REFERENCE, { optional: true }) plan_id?: string;
  @KeyOf(PLAN_REFERENCE, { optional: true }) plan_code?: string;
}

export class ListSubscriptionsDto extends pageQuery(['created_at', 'external_id']) {
  @EnumField({
    ...FIELDS.status,
    description: 'Only subscriptions with this status',
    values: SUBSCRIPTION_STATUSES,
    optional: true,
  })
  status?: SubscriptionStatus;

  @UuidField({ ...FIELDS.customer_id, description: 'Only those of this customer', optional: true })
  customer_id?: string;

  @UuidField({ ...FIELDS.plan_id, description: 'Only subscriptions on this plan', optional: true })
  plan_id?: string;

  @TextField({
    ...FIELDS.external_id,
    description: 'Only the subscription with this external_id',
    optional: true,
  })
  external_id?: string;
}

export class SubscriptionPeriodDto {
  @AnswerField({
    description: 'Start of the period',
    type: String,
    format: 'date-time',
    example: '2026-01-01T00:00:00.000Z',
  })
  from!: string;

  @AnswerField({
    description: 'End of the period, exclusive',
    type: String,
    format: 'date-time',
    example: '2026-02-01T00:00:00.000Z',
  })
  to!: string;
}

const OptionalInstant = (description: string): PropertyDecorator =>
  AnswerField({
    description,
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-15T09:30:00.000Z',
  });

const OptionalPlan = (description: string): PropertyDecorator =>
  AnswerField({ description, type: String, format: 'uuid', nullable: true, example: PLAN_ID });

export class SubscriptionDto {
  @IdField('subscription', '0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20') id!: string;
  @AnswerField({ ...FIELDS.external_id, type: String }) external_id!: string;
  @AnswerField({ ...FIELDS.customer_id, type: String, format: 'uuid' }) customer_id!: string;
  @AnswerField({ ...FIELDS.plan_id, type: String, format: 'uuid' }) plan_id!: string;
  @AnswerField({
    description:
      'Version of the plan by which the subscription is billed; that of the plan itself may be newer',
    type: 'integer',
    example: 1,
  })
  plan_version!: number;

  @AnswerField({ description: 'Price of a billing period in that version', type: 'integer', example: 4900 })
  amount_cents!: number;

  @AnswerField({ description: 'Currency of the price', type: String, example: 'EUR' }) currency!: string;

  @AnswerField({
    description: 'Length of a billing period in that version',
    type: String,
    enum: [...INTERVALS],
    example: 'monthly',
  })
  interval!: string;

  @AnswerField({ ...FIELDS.name, type: String, nullable: true }) name!: string | null;
  @AnswerField({ ...FIELDS.status, type: String, enum: [...SUBSCRIPTION_STATUSES] }) status!: string;
  @AnswerField({ ...FIELDS.billing_time, type: String, enum: [...BILLING_TIMES] }) billing_time!: string;
  @AnswerField({ ...FIELDS.subscription_at, type: String, format: 'date-time' }) subscription_at!: string;
  @OptionalInstant('When the subscription started; null while it is pending') started_at!: string | null;
  @OptionalInstant('When the trial ends; null without a trial') trial_ends_at!: string | null;
  @OptionalInstant('When the trial ended; null while it runs and without a trial') trial_ended_at!:
    string | null;

  @AnswerField({ ...FIELDS.ending_at, type: String, format: 'date-time', nullable: true })
  ending_at!: string | null;
  @OptionalInstant('When the cancellation was requested') canceled_at!: string | null;
  @OptionalInstant(
    'When the scheduled cancellation takes effect: the end of the billing period in which it was requested, also after a ' +
      'plan change; null without one',
  )
  cancels_at!: string | null;

  @OptionalInstant('When the subscription was terminated') terminated_at!: string | null;
  @OptionalPlan('Id of the plan before the last plan change') previous_plan_id!: string | null;
  @OptionalPlan(
    'Id of the plan of a downgrade that is scheduled for the end of the billing period; the current plan if its newest ' +
      'version takes effect then',
  )
  next_plan_id!: string | null;

  @AnswerField({ ...FIELDS.on_termination_action, type: String, enum: [...TERMINATION_ACTIONS] })
  on_termination_action!: string;

  @AnswerField({
    description:
      'The current billing period, or the last one once the subscription has ended; null before it starts',
    type: SubscriptionPeriodDto,
    nullable: true,
  })
  current_period!: SubscriptionPeriodDto | null;

  @AnswerField({
    description:
      'Why the due action of the subscription fails, such as its bill; it is retried with backoff of up to a day',
    type: BillingErrorDto,
    nullable: true,
  })
  billing_error!: BillingErrorDto | null;

  @CreatedAtField() created_at!: string;
  @UpdatedAtField() updated_at!: string;
}

/** The fields of a new subscription. */
export interface SubscriptionInput {
  externalId: string;
  customerId: string;
  planId: string;
  name: string | null;
  billingTime: BillingTime;
  /** Undefined stands for now. */
  subscriptionAt: Date | undefined;
  endingAt: Date | null;
  onTerminationAction: OnTerminationAction;
}

/** The fields that an update changes. */
export type SubscriptionChanges = Partial<
  Pick<SubscriptionInput, 'planId' | 'name' | 'endingAt' | 'onTerminationAction'>
>;

export function toSubscriptionInput(body: CreateSubscriptionDto): SubscriptionInput {
  return {
    externalId: body.external_id,
    customerId: body.customer_id,
    planId: body.plan_id,
    name: body.name ?? null,
    billingTime: body.billing_time ?? 'calendar',
    subscriptionAt: body.subscription_at,
    endingAt: body.ending_at ?? null,
    onTerminationAction: body.on_termination_action ?? 'generate_invoice',
  };
}

export function toSubscriptionChanges(body: UpdateSubscriptionDto): SubscriptionChanges {
  return withoutUndefined({
    planId: body.plan_id,
    name: body.name,
    endingAt: body.ending_at,
    onTerminationAction: body.on_termination_action,
  });
}

export function toPeriodResponse({ from, to }: Period): SubscriptionPeriodDto {
  return { from: from.toISOString(), to: to.toISOString() };
}

export function toSubscriptionResponse(subscription: SubscriptionEntity): SubscriptionDto {
  const { startedAt } = subscription;
  return {
    id: subscription.id,
    external_id: subscription.externalId,
    customer_id: subscription.customerId,
    plan_id: subscription.planId,
    plan_version: subscription.planVersion,
    amount_cents: Number(subscription.planAmountCents),
    currency: subscription.planCurrency,
    interval: subscription.planInterval,
    name: subscription.name,
    status: subscription.status,
    billing_time: subscription.billingTime,
    subscription_at: subscription.subscriptionAt.toISOString(),
    started_at: startedAt?.toISOString() ?? null,
    trial_ends_at: subscription.trialEndsAt?.toISOString() ?? null,
    trial_ended_at: subscription.trialEndedAt?.toISOString() ?? null,
    ending_at: subscription.endingAt?.toISOString() ?? null,
    canceled_at: subscription.canceledAt?.toISOString() ?? null,
    cancels_at: cancellationAt(subscription)?.toISOString() ?? null,
    terminated_at: subscription.terminatedAt?.toISOString() ?? null,
    previous_plan_id: subscription.previousPlanId,
    next_plan_id: subscription.nextPlanId,
    on_termination_action: subscription.onTerminationAction,
    current_period: startedAt === null ? null : toPeriodResponse(shownPeriod(asRunning(subscription))),
    billing_error: toBillingErrorResponse(subscription.billingError),
    created_at: subscription.createdAt.toISOString(),
    updated_at: subscription.updatedAt.toISOString(),
  };
}
