import { chargeKit } from '../../plans';
import { Money } from '../../../platform/domain/money';
import { taxCents } from '../../taxes';
import { netAmountOf } from '../fee-amounts';
import type { Invoice } from '../invoice';
import type { InvoiceFeeEntity } from '../invoice-fee.entity';
import {
  decimal,
  leadingTo,
  unexplained,
  type ExplainedAmount,
  type ExplanationStep,
} from './explanation-step';

/** Returns the steps from the amount of a fee to its taxes, which are rounded once (docs/billing-rules.md#taxes). */
export function taxSteps(fee: InvoiceFeeEntity, { currency, discounts }: Invoice): ExplainedAmount {
  const { appliedTaxes, taxesAmountCents } = fee;
  const net = netAmountOf(fee);
  const rates = appliedTaxes.map((it) => it.rate);
  if (taxCents(net, rates) !== taxesAmountCents) {
    return unexplained(taxesAmountCents, currency, 'set_by_extension');
  }
  const base = Money.ofCents(net, currency).toMajor();
  const rate = rates.reduce((sum, it) => sum.plus(it), chargeKit.ZERO);
  const exact = chargeKit.toText(rate.times(base).times('0.01'));
  const tax: ExplanationStep = {
    kind: 'tax',
    description: descriptionOf(appliedTaxes),
    calculation:
      rates.length === 0 ? null : `${base} x ${rates.length > 1 ? `(${rates.join(' + ')})` : rates[0]} %`,
    result: exact,
    unit: currency,
  };
  const steps = [...discountStep(fee, discounts, currency), tax];
  return (
    leadingTo(taxesAmountCents, currency, { steps, exact }) ??
    unexplained(taxesAmountCents, currency, 'amount_differs')
  );
}

function descriptionOf(taxes: InvoiceFeeEntity['appliedTaxes']): string {
  if (taxes.length === 0) return 'No tax applies to the fee.';
  const names = taxes.map(({ name, rate }) => `${name} ${rate} %`);
  return `${names.join(' and ')} on the amount after discounts.`;
}

function discountStep(
  fee: InvoiceFeeEntity,
  discounts: Invoice['discounts'],
  currency: string,
): ExplanationStep[] {
  if (fee.discountAmountCents === 0n) return [];
  const [gross, discount, net] = [fee.amountCents, fee.discountAmountCents, netAmountOf(fee)].map((it) =>
    Money.ofCents(it, currency).toMajor(),
  );
  const names = discounts.map((it) => `${it.name} (${Money.ofCents(it.amountCents, currency).toText()})`);
  return [
    {
      kind: 'discount',
      description: `Less the share of the fee in the discounts of the invoice: ${names.join(', ')}.`,
      calculation: `${gross} - ${discount}`,
      result: decimal(net ?? '0').toFixed(),
      unit: currency,
    },
  ];
}
