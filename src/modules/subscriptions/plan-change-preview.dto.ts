import { AnswerField } from '../../platform/http/fields';
import { IdOf, KeyOf } from '../../platform/http/references';
import { InvoiceCouponDto, taxedFee, toInvoiceCoupon } from '../invoices';
import { PLAN_REFERENCE } from '../plans';
import { TaxAmountsAnswer, toTaxAmounts, type TaxAmountDto } from '../taxes';
import type { PlanChangePreview } from './plan-changes';
import { SubscriptionPeriodDto, toPeriodResponse } from './subscription-period.dto';

const CURRENT_PLAN = '0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a';
const NEW_PLAN = '0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5b';

export class PreviewPlanChangeDto {
  @IdOf(PLAN_REFERENCE, {
    description: 'ID of the new plan, or of the current one if it has a newer version',
  })
  plan_id!: string;
  @KeyOf(PLAN_REFERENCE) plan_code?: string;
}

export class PlanChangeInvoiceDto {
  @AnswerField({ description: 'Currency of the amounts', type: String, example: 'EUR' }) currency!: string;

  @AnswerField({
    description: 'Sum of the fees, with the usage before `effective_at`',
    type: 'integer',
    example: 4900,
  })
  fees_amount_cents!: number;

  @AnswerField({ description: 'Sum of the coupons', type: 'integer', example: 0 })
  coupons_amount_cents!: number;

  @AnswerField({
    description: 'Coupons that lower the fees, in the order in which they apply',
    type: [InvoiceCouponDto],
    example: [],
  })
  coupons!: InvoiceCouponDto[];

  @AnswerField({ description: 'Sum of the taxes on the fees', type: 'integer', example: 980 })
  taxes_amount_cents!: number;

  @TaxAmountsAnswer('Taxes on the fees, each with its sum over all fees')
  taxes!: TaxAmountDto[];

  @AnswerField({
    description: 'Fees - coupons + taxes, before credit notes and wallets',
    type: 'integer',
    example: 5880,
  })
  total_amount_cents!: number;
}

export class PlanChangePreviewDto {
  @AnswerField({
    description: 'ID of the subscription',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20',
  })
  subscription_id!: string;

  @AnswerField({
    description: 'Kind of change: an upgrade costs at least as much per year as the current plan',
    type: String,
    enum: ['upgrade', 'downgrade'],
    example: 'upgrade',
  })
  change!: string;

  @AnswerField({
    description: 'When the change takes effect: an upgrade now, a downgrade at the end of the period',
    type: String,
    format: 'date-time',
    example: '2026-01-15T09:30:00.000Z',
  })
  effective_at!: string;

  @AnswerField({ description: 'ID of the current plan', type: String, format: 'uuid', example: CURRENT_PLAN })
  current_plan_id!: string;

  @AnswerField({ description: 'ID of the new plan', type: String, format: 'uuid', example: NEW_PLAN })
  plan_id!: string;

  @AnswerField({ description: 'First billing period of the new plan', type: SubscriptionPeriodDto })
  period!: SubscriptionPeriodDto;

  @AnswerField({
    description: 'Prorated fee for `period`, even if it is billed later',
    type: 'integer',
    example: 2529,
  })
  fee_amount_cents!: number;

  @AnswerField({
    description: 'When the trial ends, if it continues under the new plan; otherwise null',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-31T09:30:00.000Z',
  })
  trial_ends_at!: string | null;

  @AnswerField({
    description:
      'Amount, before taxes, of the credit note for the unused part of the prepaid fee; 0 if there is none',
    type: 'integer',
    example: 1500,
  })
  credit_amount_cents!: number;

  @AnswerField({ description: 'Currency of the new plan', type: String, example: 'EUR' }) currency!: string;

  @AnswerField({ description: 'Invoices that the change creates', type: [PlanChangeInvoiceDto] })
  invoices!: PlanChangeInvoiceDto[];
}

export function toPlanChangePreviewResponse(preview: PlanChangePreview): PlanChangePreviewDto {
  return {
    subscription_id: preview.subscriptionId,
    change: preview.kind,
    effective_at: preview.effectiveAt.toISOString(),
    current_plan_id: preview.currentPlanId,
    plan_id: preview.planId,
    period: toPeriodResponse(preview.period),
    fee_amount_cents: Number(preview.feeAmountCents),
    trial_ends_at: preview.trialEndsAt?.toISOString() ?? null,
    credit_amount_cents: Number(preview.creditAmountCents),
    currency: preview.currency,
    invoices: preview.invoices.map((it) => ({
      currency: it.currency,
      fees_amount_cents: Number(it.feesAmountCents),
      coupons_amount_cents: Number(it.couponsAmountCents),
      coupons: it.discounts.map(toInvoiceCoupon),
      taxes_amount_cents: Number(it.taxesAmountCents),
      taxes: toTaxAmounts(it.fees.map(taxedFee)),
      total_amount_cents: Number(it.totalAmountCents),
    })),
  };
}
