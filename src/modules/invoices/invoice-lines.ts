import { MAX_AMOUNT_CENTS, Money } from '../../platform/domain/money';
import { isDecimalString, plainDecimal } from '../../platform/domain/decimal-string';
import { NO_UNIT } from '../../platform/locales';
import type { ChargedUsage, PeriodUsage } from '../usage';
import { areProperties } from '../plans';
import type { AddedLine } from './extensions/invoice-lines';
import type { InvoiceFeeEntity } from './invoice-fee.entity';
import { unitsTimesCents } from './invoice.rules';
import type { SubscriptionBill } from './subscription-bill';

/** A fee before taxes. An existing fee is also a valid line, so that its taxes can be recomputed. */
export type InvoiceLine = Omit<
  InvoiceFeeEntity,
  | 'organizationId'
  | 'id'
  | 'invoiceId'
  | 'position'
  | 'discountAmountCents'
  | 'taxesAmountCents'
  | 'appliedTaxes'
>;

const NO_PLAN = {
  unitCode: NO_UNIT,
  billableMetricCode: null,
  chargeId: null,
  planId: null,
  planVersionId: null,
  coversFrom: null,
  coversTo: null,
  billedDays: null,
  periodDays: null,
  eventsCount: null,
} satisfies Partial<InvoiceLine>;

/** The fields of a bill from which the plan's fee is created. */
type FeeBill = Pick<SubscriptionBill, 'fee' | 'currency'>;

/**
 * Returns the line for the plan's fee, even if the fee is 0; an empty list if the bill has no fee.
 *
 * @param name the name of the subscription; null if it has none.
 */
export function feeLines({ fee, currency }: FeeBill, name: string | null): InvoiceLine[] {
  if (fee === null) return [];
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

/** The fields of a period's usage from which fees are created; reported, or simulated for a preview. */
export interface BilledUsage {
  charges: readonly ChargeUsage[];
  period: Pick<PeriodUsage['period'], 'from' | 'to'>;
  planVersion: Pick<PeriodUsage['planVersion'], 'id' | 'planId'>;
}

type ChargeUsage = Omit<ChargedUsage, 'amount'>;

/** Returns one line per charge. Leaves out charges with neither units nor an amount. */
export function usageLines({ charges, period, planVersion }: BilledUsage): InvoiceLine[] {
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

/**
 * Returns the line for a fee of a one-off invoice.
 *
 * @throws AmountOutOfRangeError for an amount greater than 2^53-1.
 */
export function oneOffLine(
  fee: { description: string; units: string; unitCode?: string; unitAmountCents: bigint },
  currency: string,
): InvoiceLine {
  return {
    ...NO_PLAN,
    type: 'one_off',
    description: fee.description,
    units: plainDecimal(fee.units),
    unitCode: fee.unitCode ?? NO_UNIT,
    unitAmount: majorUnits(fee.unitAmountCents, currency),
    amountCents: unitsTimesCents(fee.units, fee.unitAmountCents),
  };
}

/**
 * Returns the line that an extension adds to a bill.
 *
 * @param currency the currency of the bill.
 * @throws RangeError for a line that breaks the contract.
 */
export function addedLine(line: AddedLine, currency: string): InvoiceLine {
  const { description, units, unitCode = NO_UNIT, unitAmount, amountCents } = line;
  const about = `the line ${JSON.stringify(description)}`;
  if (line.currency !== currency) {
    throw new RangeError(`${about} is in ${line.currency}, but the bill is in ${currency}`);
  }
  if (amountCents < 0n) throw new RangeError(`${about} has a negative amount`);
  if (amountCents > MAX_AMOUNT_CENTS) throw new RangeError(`${about} has an amount greater than 2^53-1`);
  for (const it of unitAmount === null ? [units] : [units, unitAmount]) {
    if (!isDecimalString(it) || it.startsWith('-')) {
      throw new RangeError(`${about} has ${JSON.stringify(it)}, which is not a decimal string of 0 or more`);
    }
  }
  const quantity = { units: plainDecimal(units), unitCode };
  return { ...NO_PLAN, type: 'add_on', description, ...quantity, unitAmount, amountCents };
}

function chargeLine({ charge, units, eventsCount, amountCents }: ChargeUsage): InvoiceLine {
  const { chargeModel, properties, metric } = charge;
  const isStandard = chargeModel === 'standard' && areProperties(chargeModel, properties);
  return {
    ...NO_PLAN,
    type: 'charge',
    description: charge.invoiceDisplayName ?? metric.name,
    units: plainDecimal(units),
    unitCode: metric.unitCode,
    unitAmount: isStandard ? plainDecimal(properties.amount) : null,
    amountCents,
    billableMetricCode: metric.code,
    chargeId: charge.id,
    eventsCount,
  };
}

function majorUnits(cents: bigint, currency: string): string {
  return plainDecimal(Money.ofCents(cents, currency).toMajor());
}
