import { Money } from '../../../platform/domain/money';
import { chargeKit, proratedAmountCents, type ChargeStep, type PlanVersion } from '../../plans';
import type { ExplainedUsage } from '../../usage';
import type { InvoiceFeeEntity } from '../invoice-fee.entity';
import { decimal, leadingTo, type ExplainedAmount, type ExplanationStep } from './explanation-step';

/** Decimal places of a share of a price. The exact quotient may have infinitely many. */
const SHARE_DECIMALS = 20;

const INTERVALS: Readonly<Record<PlanVersion['interval'], string>> = {
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
};

/** Returns the steps to the fee of a plan; undefined if they do not lead to its amount. */
export function planFeeSteps(
  fee: InvoiceFeeEntity,
  version: PlanVersion | null,
  currency: string,
): ExplainedAmount | undefined {
  const { amountCents, unitAmount, billedDays, periodDays } = fee;
  if (version === null || unitAmount === null || billedDays === null || periodDays === null) return undefined;
  const price = Money.ofMajor(unitAmount, currency);
  const isReproduced =
    price.cents === version.amountCents &&
    proratedAmountCents(price.cents, billedDays, periodDays) === amountCents;
  if (!isReproduced) return undefined;
  const whole: ExplanationStep = {
    kind: 'plan_price',
    description:
      `Price of a whole ${INTERVALS[version.interval]} in version ${version.version} of the plan, ` +
      `billed ${version.payInAdvance ? 'in advance' : 'in arrears'}.`,
    calculation: null,
    result: price.toMajor(),
    unit: currency,
  };
  if (billedDays === periodDays)
    return leadingTo(amountCents, currency, { steps: [whole], exact: whole.result });
  const share = decimal(unitAmount).times(billedDays).div(periodDays).toDecimalPlaces(SHARE_DECIMALS);
  const exact = chargeKit.toText(share);
  const proration: ExplanationStep = {
    kind: 'proration',
    description:
      `The fee covers ${billedDays} of the ${periodDays} days of the billing period. Days before the start of the ` +
      'subscription, in its trial, after its end and of another plan are not part of it.',
    calculation: `${price.toMajor()} x ${billedDays} / ${periodDays}`,
    result: exact,
    unit: currency,
  };
  return leadingTo(amountCents, currency, { steps: [whole, proration], exact });
}

/** Returns the steps from usage to the fee of a charge; undefined if they do not lead to its units and its amount. */
export function chargeFeeSteps(
  fee: Pick<InvoiceFeeEntity, 'amountCents' | 'units'>,
  { unitSteps, result }: Pick<ExplainedUsage, 'unitSteps' | 'result'>,
  currency: string,
): ExplainedAmount | undefined {
  if (!decimal(result.units).equals(fee.units)) return undefined;
  const units = unitSteps.map((it): ExplanationStep => ({ ...it, unit: 'units' }));
  const priced = result.steps.map((it) => chargeStep(it, currency));
  const steps = [...units, ...priced, ...sumOf(result.steps, result.amount, currency)];
  return leadingTo(fee.amountCents, currency, { steps, exact: result.amount });
}

/** Returns the step to a fee of units times a price; undefined if that is not its amount. */
export function pricedFeeSteps(fee: InvoiceFeeEntity, currency: string): ExplainedAmount | undefined {
  const { amountCents, units, unitAmount } = fee;
  if (unitAmount === null) return undefined;
  const exact = chargeKit.toText(decimal(units).times(unitAmount));
  const step: ExplanationStep = {
    kind: 'units_times_price',
    description: `${fee.type === 'one_off' ? 'Units and price of the request' : 'Units and price set by an extension'}.`,
    calculation: `${units} x ${unitAmount}`,
    result: exact,
    unit: currency,
  };
  return leadingTo(amountCents, currency, { steps: [step], exact });
}

function chargeStep(step: ChargeStep, currency: string): ExplanationStep {
  const { description, units, unit_amount: price, rate, amount } = step;
  const calculation =
    price !== undefined ? `${units} x ${price}` : rate !== undefined ? `${units} x ${rate} %` : null;
  const counted = calculation === null ? ` (${units})` : '';
  return {
    kind: 'charge',
    description: `${description}${counted}.`,
    calculation,
    result: amount,
    unit: currency,
  };
}

function sumOf(steps: readonly ChargeStep[], amount: string, currency: string): ExplanationStep[] {
  if (steps.length === 1) return [];
  const amounts = steps.map((it) => (it.amount.startsWith('-') ? `(${it.amount})` : it.amount));
  const calculation = amounts.length === 0 ? null : amounts.join(' + ');
  return [{ kind: 'sum', description: 'Sum of the charge.', calculation, result: amount, unit: currency }];
}
