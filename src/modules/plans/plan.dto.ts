import { ApiExtraModels, OmitType, PartialType } from '@nestjs/swagger';
import { field, satisfies, type FieldOptions } from '../../platform/http/field-definition';
import {
  AnswerField,
  BooleanField,
  CreatedAtField,
  CurrencyField,
  EnumField,
  IdField,
  IntegerField,
  ListOf,
  ObjectField,
  TextField,
  UpdatedAtField,
  UuidField,
} from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { TaxCodesAnswer, TaxCodesField, sortedCodes } from '../taxes';
import { BUILT_IN_NAMES } from './charge-models';
import { CHARGE_PROPERTIES, PROPERTIES_OF_MODELS } from './charge-models/charge-properties.dto';
import type { Charge, Plan, PlanChanges, PlanInput } from './plan';
import { INTERVALS, type ChargeInput, type PlanInterval } from './plan.rules';

const MAX_CHARGES = 100;
const MAX_TRIAL_DAYS = 3650;
const MAYBE = { optional: true, nullable: true } as const;

const CHARGE = {
  billable_metric_id: { description: 'Id of the metric', example: '0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b' },
  billable_metric_code: { description: 'Code of the metric', example: 'storage_gb' },
  charge_model: { description: 'How usage is priced', example: 'standard' },
  properties: {
    description:
      'Parameters of the charge model, one schema for each. Amounts are decimal strings in major units, rates are in percent',
    example: { amount: '0.10' },
  },
  prorated: {
    description:
      'Whether units count by the days of the billing period on which they are held; only for recurring sum and ' +
      'unique_count metrics, and not with package, percentage and graduated_percentage',
    example: false,
  },
  invoice_display_name: {
    description: 'Name on invoices; null for the name of the metric',
    example: 'Storage',
  },
};

/** The name of a charge model. The service checks that it is registered: extensions add models at run time. */
function ChargeModelField(options: FieldOptions): PropertyDecorator {
  const isText = (value: unknown): boolean => typeof value === 'string';
  return field(
    options,
    { type: String, enum: BUILT_IN_NAMES },
    satisfies('isChargeModel', isText, 'invalid_value', `must be one of: ${BUILT_IN_NAMES.join(', ')}`),
  );
}

@ApiExtraModels(...PROPERTIES_OF_MODELS)
export class ChargeInputDto {
  @UuidField({
    ...CHARGE.billable_metric_id,
    description: 'Id of the metric; give this or its code',
    optional: true,
  })
  billable_metric_id?: string;

  @TextField({ ...CHARGE.billable_metric_code, optional: true }) billable_metric_code?: string;
  @ChargeModelField(CHARGE.charge_model) charge_model!: string;
  @ObjectField({ ...CHARGE.properties, schema: CHARGE_PROPERTIES }) properties!: object;
  @TextField({ ...CHARGE.invoice_display_name, ...MAYBE }) invoice_display_name?: string | null;
  @BooleanField({ ...CHARGE.prorated, optional: true, default: false }) prorated?: boolean;
}

const FIELDS = {
  code: { description: 'Your identifier of the plan, unique in your organization', example: 'pro_monthly' },
  name: { description: 'Name of the plan', example: 'Pro' },
  description: { description: 'Internal description', example: 'For teams' },
  interval: { description: 'Length of a billing period', example: 'monthly' },
  amount_cents: { description: 'Price of a billing period without usage, in the minor unit', example: 4900 },
  currency: { description: 'Currency of the amount and of all charges', example: 'EUR' },
  trial_period_days: {
    description: 'Days without a fee, counted from the start of the subscription',
    example: 14,
  },
  pay_in_advance: {
    description: 'Whether the fee is billed at the start of a billing period instead of at its end',
    example: false,
  },
  charges: {
    description: `Prices of usage, at most ${MAX_CHARGES}. An update that contains charges replaces all of them`,
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

export class UpdatePlanDto extends PartialType(OmitType(CreatePlanDto, ['code']), {
  skipNullProperties: false,
}) {}

export class ListPlansDto extends pageQuery(['created_at']) {
  @TextField({ description: 'Only the plan with this code', example: 'pro_monthly', optional: true })
  code?: string;
}

export class ChargeDto {
  @AnswerField({
    description: 'Id of the charge; a new version of the plan has new ids',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7e64-8d2f-5a7b9c1d3e4f',
  })
  id!: string;

  @AnswerField({ ...CHARGE.billable_metric_id, type: String, format: 'uuid' }) billable_metric_id!: string;
  @AnswerField({ ...CHARGE.billable_metric_code, type: String }) billable_metric_code!: string;
  @AnswerField({ ...CHARGE.charge_model, type: String, enum: BUILT_IN_NAMES }) charge_model!: string;

  @AnswerField({ ...CHARGE.properties, ...CHARGE_PROPERTIES })
  properties!: object;

  @AnswerField({ ...CHARGE.invoice_display_name, type: String, nullable: true })
  invoice_display_name!: string | null;

  @AnswerField({ ...CHARGE.prorated, type: Boolean }) prorated!: boolean;
}

export class PlanDto {
  @IdField('plan', '0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a') id!: string;

  @AnswerField({ ...FIELDS.code, type: String }) code!: string;
  @AnswerField({ ...FIELDS.name, type: String }) name!: string;
  @AnswerField({ ...FIELDS.description, type: String, nullable: true }) description!: string | null;
  @AnswerField({ ...FIELDS.interval, type: String, enum: [...INTERVALS] }) interval!: string;
  @AnswerField({ ...FIELDS.amount_cents, type: 'integer' }) amount_cents!: number;
  @AnswerField({ ...FIELDS.currency, type: String }) currency!: string;
  @AnswerField({ ...FIELDS.trial_period_days, type: 'integer' }) trial_period_days!: number;
  @AnswerField({ ...FIELDS.pay_in_advance, type: Boolean }) pay_in_advance!: boolean;
  @AnswerField({ description: 'Prices of usage', type: [ChargeDto] }) charges!: ChargeDto[];
  @TaxCodesAnswer() tax_codes!: string[];

  @AnswerField({
    description: 'Number of the current version; every change of the price makes a new one',
    type: 'integer',
    example: 1,
  })
  version!: number;

  @CreatedAtField() created_at!: string;
  @UpdatedAtField() updated_at!: string;
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
    taxCodes: sortedCodes(body.tax_codes ?? []),
  };
}

/** Picks the fields of the request. */
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
    taxCodes: body.tax_codes === undefined ? undefined : sortedCodes(body.tax_codes),
  });
}

function toChargeResponse(charge: Charge): ChargeDto {
  const { id, metric, chargeModel, properties, invoiceDisplayName, prorated } = charge;
  return {
    id,
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
  return {
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
  };
}
