import { Money } from '../../../platform/domain/money';
import { isDecimalString, plainDecimal } from '../../../platform/domain/decimal-string';
import type { ChargedUsage, PeriodUsage } from '../../events';
import { unitAmountOf } from '../../plans';
import type { InvoiceFeeEntity } from '../invoice-fee.entity';
import { unitsTimesCents } from '../invoice.rules';
import type { AddedLine } from '../extensions/invoice-lines';
import type { SubscriptionBill } from './subscription-bill';

/** A fee before discounts and taxes. */
export type BillLine = Omit<
  InvoiceFeeEntity,
  | 'organizationId'
  | 'id'
  | 'invoiceId'
  | 'position'
  | 'discountAmountCents'
  | 'taxesAmountCents'
  | 'appliedTaxes'
>;

/** A line of a bill; of a draft that is refreshed, with its fee. */
export interface KeptLine extends BillLine {
  id?: string;
  /** The net amount that credit notes took of the fee: discounts must leave at least this much of it. */
  creditedCents?: bigint;
}

const NO_PLAN = {
  billableMetricCode: null,
  chargeId: null,
  planId: null,
  planVersionId: null,
  coversFrom: null,
  coversTo: null,
  billedDays: null,
  periodDays: null,
  eventsCount: null,
} satisfies Partial<BillLine>;

/** Returns the line of the plan's own fee, also if it is 0; none where none is due. */
export function feeLines({ fee, currency, subscription }: SubscriptionBill): BillLine[] {
  if (fee === null) return [];
  const { name } = subscription;
  return [
    {
      ...NO_PLAN,
      type: 'subscription',
      description: name === null ? fee.planName : `${fee.planName} (${name})`,
      units: '1',
      unitAmount: majorUnits(fee.unitAmountCents, currency),
      amountCents: fee.amountCents,
      planId: fee.planId,
      planVersionId: fee.planVersionId,
      coversFrom: fee.from,
      coversTo: fee.to,
      billedDays: fee.billedDays,
      periodDays: fee.periodDays,
    },
  ];
}

/** The usage of a billing period, as its fees show it: counted, or simulated for a preview. */
export interface BilledUsage {
  charges: readonly ChargeUsage[];
  period: Pick<PeriodUsage['period'], 'from' | 'to'>;
  planVersion: Pick<PeriodUsage['planVersion'], 'id' | 'planId'>;
}

type ChargeUsage = Omit<ChargedUsage, 'amount'>;

/** Returns the lines of usage; a charge without usage that costs nothing is left out. */
export function usageLines({ charges, period, planVersion }: BilledUsage): BillLine[] {
  return charges
    .filter(({ units, amountCents }) => plainDecimal(units) !== '0' || amountCents !== 0n)
    .map((usage) => ({
      ...chargeLine(usage),
      planId: planVersion.planId,
      planVersionId: planVersion.id,
      coversFrom: period.from,
      coversTo: period.to,
    }));
}

/** Returns a line of a one-off invoice: units at a price in cents. @throws AmountOutOfRangeError beyond 2^53-1. */
export function oneOffLine(
  fee: { description: string; units: string; unitAmountCents: bigint },
  currency: string,
): BillLine {
  return {
    ...NO_PLAN,
    type: 'one_off',
    description: fee.description,
    units: plainDecimal(fee.units),
    unitAmount: majorUnits(fee.unitAmountCents, currency),
    amountCents: unitsTimesCents(fee.units, fee.unitAmountCents),
  };
}

/** Returns the line of prepaid credits. */
export function creditLine(sale: {
  description: string;
  credits: string;
  rateAmount: string;
  amountCents: bigint;
}): BillLine {
  const { description, credits, rateAmount, amountCents } = sale;
  const units = plainDecimal(credits);
  return {
    ...NO_PLAN,
    type: 'credit',
    description,
    units,
    unitAmount: plainDecimal(rateAmount),
    amountCents,
  };
}

/** Returns a line that an extension added. @throws RangeError for a line that an invoice cannot carry. */
export function addedLine(line: AddedLine, currency: string): BillLine {
  const { description, units, unitAmount, amountCents } = line;
  const about = `The line ${JSON.stringify(description)}`;
  if (line.currency !== currency) {
    throw new RangeError(`${about} is in ${line.currency}, the bill in ${currency}`);
  }
  if (amountCents < 0n) throw new RangeError(`${about} is below zero`);
  const decimals = unitAmount === null ? [units] : [units, unitAmount];
  for (const it of decimals) {
    if (!isDecimalString(it))
      throw new RangeError(`${about} has ${JSON.stringify(it)}, not a decimal string`);
  }
  return { ...NO_PLAN, type: 'add_on', description, units: plainDecimal(units), unitAmount, amountCents };
}

function chargeLine({ charge, units, eventsCount, amountCents }: ChargeUsage): BillLine {
  const unitAmount = unitAmountOf(charge);
  return {
    ...NO_PLAN,
    type: 'charge',
    description: charge.invoiceDisplayName ?? charge.metric.name,
    units: plainDecimal(units),
    unitAmount: unitAmount === null ? null : plainDecimal(unitAmount),
    amountCents,
    billableMetricCode: charge.metric.code,
    chargeId: charge.id,
    eventsCount,
  };
}

function majorUnits(cents: bigint, currency: string): string {
  return plainDecimal(Money.ofCents(cents, currency).toMajor());
}
