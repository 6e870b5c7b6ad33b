import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { extensionPoint } from '../../../platform/extensions';
import { AppliedTaxes, taxCents } from '../../taxes';
import type { BillLine } from '../compose/bill-line';
import type { FeeTax } from '../invoice-fee.entity';

/** A fee to be taxed. */
export interface TaxableLine extends Readonly<Omit<BillLine, 'discountAmountCents'>> {
  /** The amount of the fee less its discounts: what is taxed. */
  readonly netAmountCents: bigint;
}

/** An invoice, draft or preview to be taxed. */
export interface TaxableInvoice {
  readonly customerId: string;
  readonly currency: string;
  readonly lines: readonly TaxableLine[];
}

/** The taxes of one fee. */
export interface LineTaxes {
  readonly taxes: readonly FeeTax[];
  /** All of them, a whole number of cents, not negative. */
  readonly amountCents: bigint;
}

/** The way in which taxes are computed; there is one. */
export interface TaxCalculator {
  /** Returns the taxes of each invoice of a batch, line by line, in the order given. */
  taxesOn(
    tx: Transaction,
    organizationId: string,
    invoices: readonly TaxableInvoice[],
  ): Promise<readonly (readonly LineTaxes[])[]>;
}

/** The taxes of the nearest of plan, customer and organization, rounded per fee (docs/billing-rules.md#taxes). */
@Injectable()
export class NearestTaxes implements TaxCalculator {
  constructor(private readonly appliedTaxes: AppliedTaxes) {}

  async taxesOn(
    tx: Transaction,
    organizationId: string,
    invoices: readonly TaxableInvoice[],
  ): Promise<LineTaxes[][]> {
    const fees = distinctFees(invoices);
    const nearest = await this.appliedTaxes.nearestOfAll(tx, organizationId, [...fees.values()]);
    const byKey = new Map([...fees.keys()].map((key, index) => [key, nearest[index] ?? []]));
    return invoices.map(({ customerId, lines }) =>
      lines.map(({ planId, netAmountCents }) => {
        const taxes = byKey.get(keyOf({ planId, customerId })) ?? [];
        const rates = taxes.map((it) => it.rate);
        const applied = taxes.map(({ code, name, rate }) => ({ code, name, rate }));
        return { taxes: applied, amountCents: taxCents(netAmountCents, rates) };
      }),
    );
  }
}

/** Computes the taxes of invoices (docs/extending.md#tax-calculator). */
export const TAX_CALCULATOR = extensionPoint<TaxCalculator>('tax calculator', { replaces: NearestTaxes });

interface TaxedFee {
  planId: string | null;
  customerId: string;
}

const keyOf = ({ planId, customerId }: TaxedFee): string => `${planId ?? ''}/${customerId}`;

/** Every combination of plan and customer once: fees of the same have the same taxes. */
function distinctFees(invoices: readonly TaxableInvoice[]): Map<string, TaxedFee> {
  const fees = invoices.flatMap(({ customerId, lines }) =>
    lines.map(({ planId }) => ({ planId, customerId })),
  );
  return new Map(fees.map((it) => [keyOf(it), it]));
}
