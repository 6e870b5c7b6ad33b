import { OmitType, PartialType } from '@nestjs/swagger';
import { isLongerThan } from '../../platform/domain/characters';
import { plainDecimal } from '../../platform/domain/decimal-string';
import { isStorableText } from '../../platform/http/field-rules';
import {
  AnswerField,
  BooleanField,
  CurrencyField,
  DateTimeField,
  DecimalField,
  EnumField,
  IntegerField,
  StringListField,
  TextField,
} from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { versioned } from '../../platform/http/versions';
import type { CouponEntity } from './coupon.entity';
import {
  COUPON_FREQUENCIES,
  COUPON_TYPES,
  type CouponFrequency,
  type CouponTerms,
  type CouponType,
} from './coupon.rules';

const MAX_CODES = 100;
const MAX_BILLS = 1000;

/** The fields that coupons and applied coupons share. */
export const COUPON_FIELDS = {
  code: {
    description: 'Code by which the coupon is applied; unique in your organization',
    example: 'welcome',
  },
  coupon_type: {
    description: '`fixed_amount` deducts an amount from a bill, `percentage` a percentage of its fees',
    example: 'fixed_amount',
  },
  amount_cents: {
    description: 'Amount of a `fixed_amount` coupon, in minor units; otherwise null',
    example: 1000,
  },
  currency: {
    description: 'Currency of a `fixed_amount` coupon, which lowers only bills in it; otherwise null',
    example: 'EUR',
  },
  percentage_rate: {
    description: 'Percentage of a `percentage` coupon; otherwise null',
    example: null,
  },
  frequency: {
    description:
      '`once`: a fixed amount until it is used up, over several bills if need be; a percentage on one bill. ' +
      '`recurring`: in full on `frequency_duration` bills. `forever`: in full on every bill.',
    example: 'once',
  },
  frequency_duration: {
    description: 'Number of bills of a `recurring` coupon; otherwise null',
    example: null,
  },
};
const FIELDS = {
  ...COUPON_FIELDS,
  name: { description: 'Name of the coupon on invoices', example: 'Welcome' },
  expiration_at: {
    description: 'From when on the coupon cannot be applied; null for never. Earlier applications continue',
    example: '2036-12-31T23:00:00.000Z',
  },
  reusable: { description: 'Whether a customer may get the coupon more than once', example: true },
  plan_codes: {
    description: 'Codes of the plans whose fees and charges the coupon lowers; empty for no limit',
  },
  billable_metric_codes: {
    description: 'Codes of the billable metrics whose charges the coupon lowers; empty for no limit',
  },
};

const MAYBE = { optional: true, nullable: true } as const;
const AMOUNT = { min: 1, max: Number.MAX_SAFE_INTEGER };
const RATE = { min: '0.0001', max: '100', decimals: 4 };
const BILLS = { min: 1, max: MAX_BILLS };
const CODES = {
  example: [], // Swagger UI sends the example, and any code would be unknown in a new organization
  optional: true,
  max: MAX_CODES,
  test: (code: string) => code.length > 0 && !isLongerThan(code, 255) && isStorableText(code),
};

export class CreateCouponDto {
  @TextField(FIELDS.code) code!: string;
  @TextField(FIELDS.name) name!: string;
  @EnumField({ ...FIELDS.coupon_type, values: COUPON_TYPES }) coupon_type!: CouponType;
  @IntegerField({ ...FIELDS.amount_cents, ...AMOUNT, ...MAYBE }) amount_cents?: number | null;
  @CurrencyField({ ...FIELDS.currency, ...MAYBE }) currency?: string | null;
  @DecimalField({ ...FIELDS.percentage_rate, ...RATE, ...MAYBE }) percentage_rate?: string | null;
  @EnumField({ ...FIELDS.frequency, values: COUPON_FREQUENCIES }) frequency!: CouponFrequency;
  @IntegerField({ ...FIELDS.frequency_duration, ...BILLS, ...MAYBE }) frequency_duration?: number | null;
  @DateTimeField({ ...FIELDS.expiration_at, ...MAYBE }) expiration_at?: Date | null;
  @BooleanField({ ...FIELDS.reusable, optional: true, default: true }) reusable?: boolean;

  @StringListField({ ...FIELDS.plan_codes, ...CODES, must: 'be the code of a plan', once: 'plan' })
  plan_codes?: string[];

  @StringListField({
    ...FIELDS.billable_metric_codes,
    ...CODES,
    must: 'be the code of a billable metric',
    once: 'billable metric',
  })
  billable_metric_codes?: string[];
}

export class UpdateCouponDto extends PartialType(OmitType(CreateCouponDto, ['code']), {
  skipNullProperties: false,
}) {}

/** The terms that can be replaced for one customer. Null keeps the term of the coupon. */
export class OwnTermsDto {
  @IntegerField({
    ...AMOUNT,
    ...MAYBE,
    description: 'Amount for this customer; by default that of the coupon',
    example: 1000,
  })
  amount_cents?: number | null;

  @DecimalField({
    ...RATE,
    ...MAYBE,
    description: 'Percentage for this customer; by default that of the coupon',
    example: null,
  })
  percentage_rate?: string | null;

  @EnumField({
    ...MAYBE,
    description: 'Frequency for this customer; by default that of the coupon',
    example: 'once',
    values: COUPON_FREQUENCIES,
  })
  frequency?: CouponFrequency | null;

  @IntegerField({
    ...BILLS,
    ...MAYBE,
    description: 'Number of bills for this customer; by default that of the coupon, if its frequency is kept',
    example: null,
  })
  frequency_duration?: number | null;
}

export class ListCouponsDto extends pageQuery(['created_at']) {
  @TextField({ description: 'Filter by code', example: 'welcome', optional: true })
  code?: string;
}

export class CouponDto {
  @AnswerField({
    description: 'ID of the coupon',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c41',
  })
  id!: string;

  @AnswerField({ ...FIELDS.code, type: String }) code!: string;
  @AnswerField({ ...FIELDS.name, type: String }) name!: string;
  @AnswerField({ ...FIELDS.coupon_type, type: String, enum: COUPON_TYPES }) coupon_type!: string;
  @AnswerField({ ...FIELDS.amount_cents, type: 'integer', nullable: true }) amount_cents!: number | null;
  @AnswerField({ ...FIELDS.currency, type: String, nullable: true }) currency!: string | null;
  @AnswerField({ ...FIELDS.percentage_rate, type: String, nullable: true }) percentage_rate!: string | null;
  @AnswerField({ ...FIELDS.frequency, type: String, enum: COUPON_FREQUENCIES }) frequency!: string;

  @AnswerField({ ...FIELDS.frequency_duration, type: 'integer', nullable: true })
  frequency_duration!: number | null;

  @AnswerField({ ...FIELDS.expiration_at, type: String, format: 'date-time', nullable: true })
  expiration_at!: string | null;

  @AnswerField({ ...FIELDS.reusable, type: Boolean }) reusable!: boolean;
  @AnswerField({ ...FIELDS.plan_codes, type: [String], example: ['pro_monthly'] }) plan_codes!: string[];

  @AnswerField({ ...FIELDS.billable_metric_codes, type: [String], example: [] })
  billable_metric_codes!: string[];

  @AnswerField({
    description: 'When the coupon was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the coupon was last updated',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;
}

/** The fields of a coupon that a request can change, named as in the entity. */
export interface CouponInput extends CouponTerms {
  name: string;
  expirationAt: Date | null;
  reusable: boolean;
  planCodes: string[];
  billableMetricCodes: string[];
}

/** Terms that replace those of the coupon for one customer; only the fields that differ. */
export type OwnTerms = Partial<{
  amountCents: bigint;
  percentageRate: string;
  frequency: CouponFrequency;
  frequencyDuration: number;
}>;

/** Returns only the fields that are present in the request. */
export function toCouponInput(body: UpdateCouponDto): Partial<CouponInput> {
  const { amount_cents: amount, percentage_rate: rate } = body;
  return withoutUndefined({
    name: body.name,
    couponType: body.coupon_type,
    amountCents: typeof amount === 'number' ? BigInt(amount) : amount,
    currency: body.currency,
    percentageRate: typeof rate === 'string' ? plainDecimal(rate) : rate,
    frequency: body.frequency,
    frequencyDuration: body.frequency_duration,
    expirationAt: body.expiration_at,
    reusable: body.reusable,
    planCodes: body.plan_codes,
    billableMetricCodes: body.billable_metric_codes,
  });
}

export function toNewCouponInput(body: CreateCouponDto): CouponInput & { code: string } {
  const { code, name, coupon_type: couponType, frequency } = body;
  const noTerms = { amountCents: null, currency: null, percentageRate: null, frequencyDuration: null };
  const defaults = { expirationAt: null, reusable: true, planCodes: [], billableMetricCodes: [] };
  return { ...noTerms, ...defaults, ...toCouponInput(body), code, name, couponType, frequency };
}

export function toOwnTerms(body: OwnTermsDto): OwnTerms {
  const { amount_cents: amount, percentage_rate: rate } = body;
  return withoutUndefined({
    amountCents: typeof amount === 'number' ? BigInt(amount) : undefined,
    percentageRate: typeof rate === 'string' ? plainDecimal(rate) : undefined,
    frequency: body.frequency ?? undefined,
    frequencyDuration: body.frequency_duration ?? undefined,
  });
}

export function toCouponResponse(coupon: CouponEntity): CouponDto {
  return versioned(coupon, {
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
  });
}
