import { AnswerField, EnumField, TextField } from '../../../platform/http/fields';
import { pageQuery } from '../../../platform/http/paging';
import { COUPON_FIELDS, OwnTermsDto } from '../coupon.dto';
import {
  APPLIED_COUPON_STATUSES,
  COUPON_FREQUENCIES,
  COUPON_TYPES,
  type AppliedCouponStatus,
} from '../coupon.rules';
import type { AppliedCouponEntity } from './applied-coupon.entity';

const STATUS = {
  description: '`exhausted`: used up by invoices; `ended`: ended by a call, with its coupon or its customer',
  example: 'active',
};

export class ApplyCouponDto extends OwnTermsDto {
  @TextField({ description: 'Code of the coupon', example: 'welcome' }) coupon_code!: string;
}

export class ListAppliedCouponsDto extends pageQuery(['created_at']) {
  @EnumField({
    ...STATUS,
    description: 'Filter by status',
    values: APPLIED_COUPON_STATUSES,
    optional: true,
  })
  status?: AppliedCouponStatus;
}

export class AppliedCouponDto {
  @AnswerField({
    description: 'ID of the applied coupon',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c42',
  })
  id!: string;

  @AnswerField({
    description: 'ID of the coupon',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c41',
  })
  coupon_id!: string;

  @AnswerField({ ...COUPON_FIELDS.code, description: 'Code of the coupon', type: String }) code!: string;

  @AnswerField({
    description: 'ID of the customer',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  })
  customer_id!: string;

  @AnswerField({ ...STATUS, type: String, enum: APPLIED_COUPON_STATUSES }) status!: string;
  @AnswerField({ ...COUPON_FIELDS.coupon_type, type: String, enum: COUPON_TYPES }) coupon_type!: string;

  @AnswerField({ ...COUPON_FIELDS.amount_cents, type: 'integer', nullable: true })
  amount_cents!: number | null;

  @AnswerField({ ...COUPON_FIELDS.currency, type: String, nullable: true }) currency!: string | null;

  @AnswerField({ ...COUPON_FIELDS.percentage_rate, type: String, nullable: true })
  percentage_rate!: string | null;

  @AnswerField({
    description: 'Amount left of a fixed amount with the frequency `once`, in minor units; otherwise null',
    type: 'integer',
    nullable: true,
    example: 1000,
  })
  amount_remaining_cents!: number | null;

  @AnswerField({ ...COUPON_FIELDS.frequency, type: String, enum: COUPON_FREQUENCIES }) frequency!: string;

  @AnswerField({
    description: 'Number of bills left of a `recurring` coupon; otherwise null',
    type: 'integer',
    nullable: true,
    example: null,
  })
  frequency_duration_remaining!: number | null;

  @AnswerField({
    description: 'When the coupon was applied',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the applied coupon was ended; null unless its status is `ended`',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  ended_at!: string | null;
}

export function toAppliedCouponResponse(applied: AppliedCouponEntity): AppliedCouponDto {
  const { amountCents, amountRemainingCents } = applied;
  return {
    id: applied.id,
    coupon_id: applied.couponId,
    code: applied.code,
    customer_id: applied.customerId,
    status: applied.status,
    coupon_type: applied.couponType,
    amount_cents: amountCents === null ? null : Number(amountCents),
    currency: applied.currency,
    percentage_rate: applied.percentageRate,
    amount_remaining_cents: amountRemainingCents === null ? null : Number(amountRemainingCents),
    frequency: applied.frequency,
    frequency_duration_remaining: applied.frequencyDurationRemaining,
    created_at: applied.createdAt.toISOString(),
    ended_at: applied.endedAt?.toISOString() ?? null,
  };
}
