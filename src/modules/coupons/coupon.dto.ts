import { OmitType, PartialType } from '@nestjs/swagger';
import { plainDecimal } from '../../platform/domain/decimal-string';
import { isStorableText } from '../../platform/http/field-rules';
import {
  AnswerField,
  BooleanField,
  CreatedAtField,
  CurrencyField,
  DateTimeField,
  DecimalField,
  EnumField,
  IdField,
  IntegerField,
  StringListField,
  TextField,
  UpdatedAtField,
} from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import type { CouponEntity } from './coupon.entity';
import { COUPON_FREQUENCIES, COUPON_TYPES, type CouponFrequency, type CouponTerms } from './coupon.rules';

const MAX_CODES = 100;
const MAX_BILLS = 1000;

/** The fields that coupons and applied coupons share. */
export const COUPON_FIELDS = {
  code: {
    description: 'Code by which the coupon is applied; unique in your organization',
    example: 'welcome',
  },
  name: { description: 'Name of the coupon as shown on invoices', example: 'Welcome' },
  coupon_type: {
    description: '`fixed_amount` lowers a bill by an amount, `percentage` by a share of its fees',
    example: 'fixed_amount',
  },
  amount_cents: {
    description: 'Amount of a `fixed_amount` coupon, in the minor unit of its currency',
    example: 1000,
  },
  currency: {
    description: 'Currency of a `fixed_amount` coupon; it lowers bills in this currency only',
    example: 'USD',
  },
  percentage_rate: {
    description: 'Percentage of a `percentage` coupon, above 0 and at most 100',
    example: '10',
  },
  frequency: {
    description:
      '`once`: a fixed amount until it is used up, over several bills if need be; a percentage on one bill. ' +
      '`recurring`: in full on `frequency_duration` bills. `forever`: in full on every bill.',
    example: 'once',
  },
  frequency_duration: { description: 'Number of bills of a `recurring` coupon', example: 3 },
};
const FIELDS = {
  expiration_at: {
    description: 'When the coupon can no longer be applied. Earlier applications continue.',
    example: '2030-12-31T23:59:59.000Z',
  },
  reusable: { description: 'Whether a customer may get the coupon more than once', example: true },
  plan_codes: {
    description: 'Codes of the plans whose fees and charges the coupon lowers; empty: not limited to plans',
  },
  billable_metric_codes: {
    description: 'Codes of the metrics whose charges the coupon lowers; empty: not limited to metrics',
  },
};
const OPTIONAL = { optional: true, nullable: true } as const;
const CODES = {
  optional: true,
  max: MAX_CODES,
  example: [],
  test: (code: string) => code.length > 0 && code.length <= 255 && isStorableText(code),
  must: 'be a code',
} as const;
const AMOUNT = { min: 1, max: Number.MAX_SAFE_INTEGER };
const RATE = { min: '0.0001', max: '100', decimals: 4 };

/** The terms that can be set for one customer. */
export class CouponTermsDto {
  @IntegerField({ ...COUPON_FIELDS.amount_cents, ...AMOUNT, ...OPTIONAL }) amount_cents?: number | null;

  @DecimalField({ ...COUPON_FIELDS.percentage_rate, ...RATE, ...OPTIONAL, example: null })
  percentage_rate?: string | null;

  @EnumField({ ...COUPON_FIELDS.frequency, values: COUPON_FREQUENCIES, optional: true })
  frequency?: CouponFrequency;

  @IntegerField({
    ...COUPON_FIELDS.frequency_duration,
    min: 1,
    max: MAX_BILLS,
    ...OPTIONAL,
    example: null,
  })
  frequency_duration?: number | null;
}

export class CreateCouponDto extends OmitType(CouponTermsDto, ['frequency']) {
  @TextField(COUPON_FIELDS.code) code!: string;
  @TextField(COUPON_FIELDS.name) name!: string;
  @EnumField({ ...COUPON_FIELDS.coupon_type, values: COUPON_TYPES })
  coupon_type!: (typeof COUPON_TYPES)[number];

  @CurrencyField({ ...COUPON_FIELDS.currency, ...OPTIONAL }) currency?: string | null;

  @EnumField({ ...COUPON_FIELDS.frequency, values: COUPON_FREQUENCIES }) frequency!: CouponFrequency;

  @DateTimeField({ ...FIELDS.expiration_at, ...OPTIONAL }) expiration_at?: Date | null;
  @BooleanField({ ...FIELDS.reusable, optional: true, default: true }) reusable?: boolean;
  @StringListField({ ...FIELDS.plan_codes, ...CODES }) plan_codes?: string[];
  @StringListField({ ...FIELDS.billable_metric_codes, ...CODES }) billable_metric_codes?: string[];
}

export class UpdateCouponDto extends PartialType(OmitType(CreateCouponDto, ['code']), {
  skipNullProperties: false,
}) {}

export class ListCouponsDto extends pageQuery(['created_at']) {
  @TextField({ description: 'Only the coupon with this code', example: 'welcome', optional: true })
  code?: string;
}

export class CouponDto {
  @IdField('coupon', '0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c41') id!: string;
  @AnswerField({ ...COUPON_FIELDS.code, type: String }) code!: string;
  @AnswerField({ ...COUPON_FIELDS.name, type: String }) name!: string;
  @AnswerField({ ...COUPON_FIELDS.coupon_type, enum: COUPON_TYPES }) coupon_type!: string;
  @AnswerField({ ...COUPON_FIELDS.amount_cents, type: 'integer', nullable: true }) amount_cents!:
    number | null;
  @AnswerField({ ...COUPON_FIELDS.currency, type: String, nullable: true }) currency!: string | null;
  @AnswerField({ ...COUPON_FIELDS.percentage_rate, type: String, nullable: true })
  percentage_rate!: string | null;

  @AnswerField({ ...COUPON_FIELDS.frequency, enum: COUPON_FREQUENCIES }) frequency!: string;
  @AnswerField({ ...COUPON_FIELDS.frequency_duration, type: 'integer', nullable: true })
  frequency_duration!: number | null;

  @AnswerField({ ...FIELDS.expiration_at, type: String, format: 'date-time', nullable: true })
  expiration_at!: string | null;

  @AnswerField({ ...FIELDS.reusable, type: Boolean }) reusable!: boolean;
  @AnswerField({ ...FIELDS.plan_codes, type: [String], example: ['pro_monthly'] }) plan_codes!: string[];
  @AnswerField({ ...FIELDS.billable_metric_codes, type: [String], example: [] })
  billable_metric_codes!: string[];

  @CreatedAtField() created_at!: string;
  @UpdatedAtField() updated_at!: string;
}

/** What a request may set of a coupon, in the names of the entity. */
export interface CouponInput extends CouponTerms {
  name: string;
  expirationAt: Date | null;
  reusable: boolean;
  planCodes: string[];
  billableMetricCodes: string[];
}

/** Returns only the fields that are present in the request. */
export function toCouponInput(body: UpdateCouponDto): Partial<CouponInput> {
  return withoutUndefined({
    name: body.name,
    couponType: body.coupon_type,
    currency: body.currency,
    expirationAt: body.expiration_at,
    reusable: body.reusable,
    planCodes: body.plan_codes === undefined ? undefined : [...new Set(body.plan_codes)],
    billableMetricCodes:
      body.billable_metric_codes === undefined ? undefined : [...new Set(body.billable_metric_codes)],
    ...toTerms(body),
  });
}

export function toNewCouponInput(body: CreateCouponDto): CouponInput & { code: string } {
  const unset = { amountCents: null, currency: null, percentageRate: null, frequencyDuration: null };
  const { code, name, coupon_type: couponType, frequency } = body;
  const defaults = { expirationAt: null, reusable: true, planCodes: [], billableMetricCodes: [] };
  return { ...unset, ...defaults, ...toCouponInput(body), code, name, couponType, frequency };
}

/** Returns the terms that are present in the request. */
export function toTerms(body: CouponTermsDto): Partial<Omit<CouponTerms, 'couponType' | 'currency'>> {
  const { amount_cents: amount, percentage_rate: rate } = body;
  return withoutUndefined({
    amountCents: amount === undefined || amount === null ? amount : BigInt(amount),
    percentageRate: rate === undefined || rate === null ? rate : plainDecimal(rate),
    frequency: body.frequency,
    frequencyDuration: body.frequency_duration,
  });
}

export function toCouponResponse(coupon: CouponEntity): CouponDto {
  return {
    id: coupon.id,
    code: coupon.code,
    name: coupon.name,
    coupon_type: coupon.couponType,
    amount_cents: coupon.amountCents === null ? null : Number(coupon.amountCents),
    currency: coupon.currency,
    percentage_rate: coupon.percentageRate,
    frequency: coupon.frequency,
    frequency_duration: coupon.frequencyDuration,
    expiration_at: coupon.expirationAt?.toISOString() ?? null,
    reusable: coupon.reusable,
    plan_codes: coupon.planCodes,
    billable_metric_codes: coupon.billableMetricCodes,
    created_at: coupon.createdAt.toISOString(),
    updated_at: coupon.updatedAt.toISOString(),
  };
}
