import { Injectable, Module } from '@nestjs/common';
import {
  INVOICE_DISCOUNTS,
  InvoiceBilling,
  TAX_CALCULATOR,
  type DiscountableBill,
  type InvoiceDiscounts,
  type LineTaxes,
  type TaxCalculator,
  type TaxableInvoice,
} from '../../../src/modules/invoices';
import { Transactions, type Transaction } from '../../../src/platform/database/transactions';
import { extend } from '../../../src/platform/extensions';
import { aBill, aBillablePlan, billed } from '../../support/bills';
import { aCustomer, anInvoice } from '../../support/builders';
import { useTestApp } from '../../support/use-test-app';

const RATES = ['5', '9.975'].map((rate, index) => ({ code: `tax_${index}`, name: 'Tax', rate }));

/** Returns only the total of the taxes of a line. */
@Injectable()
class TotalsOnly implements TaxCalculator {
  taxesOn(_tx: Transaction, _id: string, invoices: readonly TaxableInvoice[]): Promise<LineTaxes[][]> {
    return Promise.resolve(
      invoices.map(({ lines }) => lines.map(() => ({ taxes: RATES, amountCents: 151n }))),
    );
  }
}

/** Records for which bills it was asked. */
@Injectable()
class AskedDiscounts implements InvoiceDiscounts {
  readonly source = 'asked';
  readonly asked: DiscountableBill[] = [];

  discountsFor(_tx: Transaction, bill: DiscountableBill) {
    this.asked.push(bill);
    return Promise.resolve([]);
  }

  spend = () => Promise.resolve([]);
  restore = () => Promise.resolve([]);
}

@Module({
  providers: [
    ...[TotalsOnly, extend(TAX_CALCULATOR, TotalsOnly)],
    ...[AskedDiscounts, extend(INVOICE_DISCOUNTS, AskedDiscounts)],
  ],
})
class ExtensionsModule {}

describe('extensions of invoices', () => {
  const app = useTestApp({ ROLE: 'api' }, ExtensionsModule);

  it('a tax calculator that only knows the total of a line has it split over the taxes', async () => {
    const { taxes_amount_cents: total, taxes } = await anInvoice(await app.anOrganization(), {
      amounts: [1000],
    });
    expect([total, taxes.map((it) => it.amount_cents)]).toEqual([151, [50, 101]]);
  });

  it('discounts get the scheduled time of a bill in its preview, for the draft that a late job makes, and when that becomes final', async () => {
    const { asked } = app.app.get(AskedDiscounts);
    const organization = await app.anOrganization();
    const customer = await aCustomer(organization, { invoice_grace_period: 3 });
    const billedAt = new Date('2026-02-01T00:00:00Z');
    const bill = aBill(organization, customer, await aBillablePlan(app, organization), { billedAt });
    const preview = (tx: Transaction) => app.app.get(InvoiceBilling).previewAll(tx, [bill]);
    await app.app.get(Transactions).run(preview);
    const { id, status } = await billed(app, organization, bill);
    const made = asked.length;
    await organization.post(`/v1/invoices/${id}/finalize`).expect(200);
    expect(status).toBe('draft');
    expect(asked.length).toBeGreaterThan(made);
    expect(new Set(asked.map((it) => it.invoiceId))).toEqual(new Set([null, id]));
    expect(asked.map((it) => it.billedAt)).toEqual(asked.map(() => billedAt));
  });
});
