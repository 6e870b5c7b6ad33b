import { OmitType, PartialType } from '@nestjs/swagger';
import {
  AnswerField,
  BooleanField,
  CurrencyField,
  EnumField,
  IntegerField,
  ListOf,
  ObjectField,
  TextField,
  UuidField,
} from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { versioned } from '../../platform/http/versions';
import { VariantsBy } from '../../platform/openapi/variants';
import { TaxCodesAnswer, TaxCodesField } from '../taxes';
import { CHARGE_MODELS, ChargeModelField, describedNames } from './charge-models';
import type { Charge, Plan, PlanChanges, PlanInput } from './plan';
import { INTERVALS, type ChargeInput, type PlanInterval } from './plan.rules';

const MAX_CHARGES = 100;
const MAX_TRIAL_DAYS = 3650;
const MAYBE = { optional: true, nullable: true } as const;

const CHARGE = {
  billable_metric_id: {
    description: 'ID of the billable metric',
    example: '0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b',
  },
  billable_metric_code: { description: 'Code of the billable metric', example: 'storage_gb' },
  charge_model: { description: 'Model that turns units into an amount', example: 'standard' },
  properties: {
    description:
      'Parameters of the charge model. Amounts are in major units, rates in percent. `to_value` is inclusive, and null ' +
      'in the last range',
    example: { amount: '0.10' },
  },
  invoice_display_name: {
    description: 'Name on invoices. Default: the name of the metric',
    example: 'Storage',
  },
  prorated: {
    description:
      'Whether units count by the days of the billing period on which they are held. Only for recurring sum and ' +
      'unique_count metrics, and only with standard, graduated and volume',
    example: false,
  },
};

/** The schemas of `properties` by charge model. */
const propertiesByModel = (): Map<string, object> =>
  new Map([...CHARGE_MODELS.described].map(([name, it]) => [name, it.propertiesSchema ?? ANY_PROPERTIES]));
const ANY_PROPERTIES = { type: 'object', additionalProperties: true, example: {} };

@VariantsBy({ discriminator: 'charge_model', field: 'properties', schemas: propertiesByModel })
export class ChargeInputDto {
  @UuidField({
    ...CHARGE.billable_metric_id,
    description: 'ID of the billable metric; required without `billable_metric_code`',
    optional: true,
  })
  billable_metric_id?: string;

  @TextField({ ...CHARGE.billable_metric_code, optional: true }) billable_metric_code?: string;
  @ChargeModelField(CHARGE.charge_model) charge_model!: string;
  @ObjectField(CHARGE.properties) properties!: object;
  @TextField({ ...CHARGE.invoice_display_name, ...MAYBE }) invoice_display_name?: string | null;
  @BooleanField({ ...CHARGE.prorated, optional: true, default: false }) prorated?: boolean;
}

const FIELDS = {
  code: { description: 'Your own ID of the plan; unique in your organization', example: 'pro_monthly' },
  name: { description: 'Name of the plan', example: 'Pro' },
  description: { description: 'Description for your own use', example: 'For teams' },
  interval: { description: 'Length of a billing period', example: 'monthly' },
  amount_cents: { description: 'Price of a billing period without usage, in minor units', example: 4900 },
  currency: { description: 'Currency of the plan and its charges', example: 'EUR' },
  trial_period_days: {
    description: 'Number of days without a fee at the start of a subscription',
    example: 0,
  },
  pay_in_advance: {
    description: 'Whether the fee is billed at the beginning of a period instead of at its end',
    example: true,
  },
  charges: {
    description: `At most ${MAX_CHARGES} charges for usage. In an update, they replace all existing charges`,
  },
};

export class CreatePlanDto {
  @TextField(FIELDS.code) code!: string;
  @TextField(FIELDS.name) name!: string;
  @TextField({ ...FIELDS.description, max: 1000, ...MAYBE }) description?: string | null;
  @EnumField({ ...FIELDS.interval, values: INTERVALS }) interval!: PlanInterval;
  @IntegerField({ ...FIELDS.amount_cents, min: 0, max: Number.MAX_SAFE_INTEGER }) amount_cents!: number;
  @CurrencyField(FIELDS.currency) currency!: string;

  @IntegerField({ ...FIELDS.trial_period_days, optional: true, default: 0, min: 0, max: MAX_TRIAL_DAYS })
  trial_period_days?: number;

  @BooleanField({ ...FIELDS.pay_in_advance, optional: true, default: false }) pay_in_advance?: boolean;

  @ListOf(() => ChargeInputDto, {
    ...FIELDS.charges,
    example: [
      { billable_metric_code: 'storage_gb', charge_model: 'standard', properties: { amount: '0.10' } },
    ],
    optional: true,
    max: MAX_CHARGES,
  })
  charges?: ChargeInputDto[];

  @TaxCodesField() tax_codes?: string[];
}

export class UpdatePlanDto extends PartialType(OmitType(CreatePlanDto, ['code', 'amount_cents']), {
  skipNullProperties: false,
}) {
  @IntegerField({
    ...FIELDS.amount_cents,
    example: 5900, // another price, so that the example makes a new version
    optional: true,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  })
  amount_cents?: number;
}

export class ListPlansDto extends pageQuery(['created_at']) {
  @TextField({ description: 'Filter by code', example: 'pro_monthly', optional: true })
  code?: string;
}

@VariantsBy({ discriminator: 'charge_model', field: 'properties', schemas: propertiesByModel })
export class ChargeDto {
  @AnswerField({
    description: 'ID of the charge; every version of the plan has its own charge IDs',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7e64-8d2f-5a7b9c1d3e4f',
  })
  id!: string;

  @AnswerField({ ...CHARGE.billable_metric_id, type: String, format: 'uuid' }) billable_metric_id!: string;
  @AnswerField({ ...CHARGE.billable_metric_code, type: String }) billable_metric_code!: string;
  @AnswerField({ ...CHARGE.charge_model, type: String, enum: describedNames }) charge_model!: string;

  @AnswerField({ ...CHARGE.properties, type: 'object', additionalProperties: true })
  properties!: object;

  @AnswerField({ ...CHARGE.invoice_display_name, type: String, nullable: true })
  invoice_display_name!: string | null;

  @AnswerField({ ...CHARGE.prorated, type: Boolean }) prorated!: boolean;
}

export class PlanDto {
  @AnswerField({
    description: 'ID of the plan',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a',
  })
  id!: string;

  @AnswerField({ ...FIELDS.code, type: String }) code!: string;
  @AnswerField({ ...FIELDS.name, type: String }) name!: string;
  @AnswerField({ ...FIELDS.description, type: String, nullable: true }) description!: string | null;
  @AnswerField({ ...FIELDS.interval, type: String, enum: [...INTERVALS] }) interval!: string;
  @AnswerField({ ...FIELDS.amount_cents, type: 'integer' }) amount_cents!: number;
  @AnswerField({ ...FIELDS.currency, type: String }) currency!: string;
  @AnswerField({ ...FIELDS.trial_period_days, type: 'integer' }) trial_period_days!: number;
  @AnswerField({ ...FIELDS.pay_in_advance, type: Boolean }) pay_in_advance!: boolean;
  @AnswerField({ description: 'Charges for usage', type: [ChargeDto] }) charges!: ChargeDto[];
  @TaxCodesAnswer() tax_codes!: string[];

  @AnswerField({ description: 'Version of the price, starting at 1', type: 'integer', example: 1 })
  version!: number;

  @AnswerField({
    description: 'When the plan was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the plan was last updated',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;
}

function toChargeInput(body: ChargeInputDto): ChargeInput {
  return {
    metricId: body.billable_metric_id,
    metricCode: body.billable_metric_code,
    chargeModel: body.charge_model,
    properties: body.properties,
    invoiceDisplayName: body.invoice_display_name ?? null,
    prorated: body.prorated ?? false,
  };
}

export function toPlanInput(body: CreatePlanDto): PlanInput {
  return {
    code: body.code,
    name: body.name,
    description: body.description ?? null,
    interval: body.interval,
    amountCents: BigInt(body.amount_cents),
    currency: body.currency,
    trialPeriodDays: body.trial_period_days ?? 0,
    payInAdvance: body.pay_in_advance ?? false,
    charges: (body.charges ?? []).map(toChargeInput),
    taxCodes: body.tax_codes ?? [],
  };
}

/** Returns only the fields that the request sets, so that an update leaves the others unchanged. */
export function toPlanChanges(body: UpdatePlanDto): PlanChanges {
  return withoutUndefined({
    name: body.name,
    description: body.description,
    interval: body.interval,
    amountCents: body.amount_cents === undefined ? undefined : BigInt(body.amount_cents),
    currency: body.currency,
    trialPeriodDays: body.trial_period_days,
    payInAdvance: body.pay_in_advance,
    charges: body.charges?.map(toChargeInput),
    taxCodes: body.tax_codes,
  });
}

function toChargeResponse(charge: Charge): ChargeDto {
  const { metric, chargeModel, properties, invoiceDisplayName, prorated } = charge;
  return {
    id: charge.id,
    billable_metric_id: metric.id,
    billable_metric_code: metric.code,
    charge_model: chargeModel,
    properties,
    invoice_display_name: invoiceDisplayName,
    prorated,
  };
}

export function toPlanResponse(plan: Plan): PlanDto {
  const { current } = plan;
  return versioned(plan, {
    id: plan.id,
    code: plan.code,
    name: plan.name,
    description: plan.description,
    interval: current.interval,
    amount_cents: Number(current.amountCents),
    currency: current.currency,
    trial_period_days: current.trialPeriodDays,
    pay_in_advance: current.payInAdvance,
    charges: current.charges.map(toChargeResponse),
    tax_codes: plan.taxCodes,
    version: current.version,
    created_at: plan.createdAt.toISOString(),
    updated_at: plan.updatedAt.toISOString(),
  });
}
