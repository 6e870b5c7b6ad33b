import { AnswerField, CreatedAtField, EnumField, IdField, TextField } from '../../../platform/http/fields';
import { pageQuery } from '../../../platform/http/paging';
import { COUPON_FIELDS, CouponTermsDto } from '../coupon.dto';
import {
  APPLIED_COUPON_STATUSES,
  COUPON_FREQUENCIES,
  COUPON_TYPES,
  type AppliedCouponStatus,
} from '../coupon.rules';
import type { AppliedCouponEntity } from './applied-coupon.entity';

const STATUS = {
  description: '`exhausted`: nothing is left of it; `ended`: ended by a call, or with its coupon',
  example: 'active',
};
const INSTANT = { type: String, format: 'date-time' } as const;

export class ApplyCouponDto extends CouponTermsDto {
  @TextField({ description: 'Code of the coupon to apply', example: 'welcome' }) coupon_code!: string;
}

export class ListAppliedCouponsDto extends pageQuery(['created_at']) {
  @EnumField({ ...STATUS, values: APPLIED_COUPON_STATUSES, optional: true }) status?: AppliedCouponStatus;
}

export class AppliedCouponDto {
  @IdField('applied coupon', '0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c42') id!: string;
  @IdField('coupon', '0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c41') coupon_id!: string;
  @AnswerField({ ...COUPON_FIELDS.code, type: String }) code!: string;
  @IdField('customer', '0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c01') customer_id!: string;
  @AnswerField({ ...STATUS, enum: APPLIED_COUPON_STATUSES }) status!: string;
  @AnswerField({ ...COUPON_FIELDS.coupon_type, enum: COUPON_TYPES }) coupon_type!: string;
  @AnswerField({ ...COUPON_FIELDS.amount_cents, type: 'integer', nullable: true }) amount_cents!:
    number | null;
  @AnswerField({ ...COUPON_FIELDS.currency, type: String, nullable: true }) currency!: string | null;
  @AnswerField({ ...COUPON_FIELDS.percentage_rate, type: String, nullable: true, example: null })
  percentage_rate!: string | null;

  @AnswerField({
    description: 'Amount left of a fixed amount that is given `once`; null for every other coupon',
    type: 'integer',
    nullable: true,
    example: 1000,
  })
  amount_remaining_cents!: number | null;

  @AnswerField({ ...COUPON_FIELDS.frequency, enum: COUPON_FREQUENCIES }) frequency!: string;
  @AnswerField({
    description: 'Number of bills left of a `recurring` coupon; null for every other one',
    type: 'integer',
    nullable: true,
    example: null,
  })
  frequency_duration_remaining!: number | null;

  @CreatedAtField() created_at!: string;
  @AnswerField({ description: 'When it was ended', ...INSTANT, nullable: true, example: null })
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
