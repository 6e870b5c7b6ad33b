import { Injectable, Module, type Type } from '@nestjs/common';
import {
  InvoiceBilling,
  TAX_CALCULATOR,
  type LineTaxes,
  type TaxableInvoice,
  type TaxCalculator,
} from '../../src/modules/invoices';
import { Transactions, type Transaction } from '../../src/platform/database/transactions';
import { isDecimalString } from '../../src/platform/domain/decimal-string';
import { extend } from '../../src/platform/extensions';
import { aBill, aCustomer, aPlan, billed } from '../support/bills';
import { anInvoice } from '../support/credit-notes';
import { startTestApp, type TestApp, type TestOrganization } from '../support/test-app';
import type { InvoiceBody } from '../support/wire';
import { Misconduct, hostileCases } from './misconduct';

/** A tax calculator as the suite needs it. */
export interface TestedCalculator {
  /** Its module, which registers it with `TAX_CALCULATOR`; none for the service's own. */
  module?: Type;
  calculator: Type<TaxCalculator>;
}

@Injectable()
class HostileCalculator implements TaxCalculator {
  constructor(private readonly misconduct: Misconduct) {}

  async taxesOn(tx: Transaction, id: string, invoices: readonly TaxableInvoice[]): Promise<LineTaxes[][]> {
    const how = await this.misconduct.in(tx, id);
    const amountCents = how === 'returns a negative tax' ? -1n : 0n;
    if (how === 'leaves out a fee') return invoices.map(() => []);
    return invoices.map(({ lines }) => lines.map(() => ({ taxes: [], amountCents })));
  }
}
@Module({ providers: [Misconduct, HostileCalculator, extend(TAX_CALCULATOR, HostileCalculator)] })
class HostileModule {}

const oneBill = async (app: TestApp, organization: TestOrganization): Promise<InvoiceBody> => {
  const bill = aBill(organization, await aCustomer(organization), await aPlan(app, organization));
  return billed(app, organization, bill);
};

/** What holds for every tax calculator (docs/extending.md#tax-calculator). */
export function taxCalculatorSuite(name: string, tested: TestedCalculator): void {
  describe(`taxes by ${name}`, () => {
    let app: TestApp;
    let organization: TestOrganization;

    beforeAll(async () => {
      app = await startTestApp(
        { ROLE: 'api' },
        undefined,
        tested.module === undefined ? [] : [tested.module],
      );
      organization = await app.anOrganization();
    });
    afterAll(() => app.stop());

    it('are the sum of those of the fees, on every kind of invoice', async () => {
      const invoices = [
        await oneBill(app, organization),
        await anInvoice(organization, await aCustomer(organization), [1, 999, 12_345]),
      ];
      for (const { fees, taxes_amount_cents: sum } of invoices) {
        expect(fees.reduce((all, it) => all + it.taxes_amount_cents, 0)).toBe(sum);
        for (const tax of fees.flatMap((it) => it.applied_taxes))
          expect(isDecimalString(tax.rate)).toBe(true);
      }
    });

    it('are the same in a preview, which writes nothing, as on the invoice', async () => {
      const bill = aBill(organization, await aCustomer(organization), await aPlan(app, organization));
      const billing = app.app.get(InvoiceBilling, { strict: false });
      const preview = await app.app
        .get(Transactions)
        .readFor(organization.id, (tx) => billing.preview(tx, bill));
      const invoice = await billed(app, organization, bill);
      expect(BigInt(invoice.taxes_amount_cents)).toBe(preview.taxesAmountCents);
    });

    it('are computed for each invoice of a batch as for the invoice alone', async () => {
      const calculator = app.app.get(tested.calculator, { strict: false });
      const { id: customerId } = await aCustomer(organization);
      const plan = await aPlan(app, organization);
      const line = {
        ...({ type: 'charge', description: 'Calls', units: '1', unitAmount: null, planId: plan.id } as const),
        ...{
          billableMetricCode: null,
          chargeId: null,
          planVersionId: null,
          coversFrom: null,
          coversTo: null,
        },
        ...{ billedDays: null, periodDays: null, eventsCount: null, amountCents: 1005n },
      };
      const lines = [1005n, 0n, 7n].map((netAmountCents) => ({ ...line, netAmountCents }));
      const invoices = [lines, lines.slice(1), []].map((it) => ({ customerId, currency: 'EUR', lines: it }));
      const taxesOn = (of: readonly TaxableInvoice[]) =>
        app.app
          .get(Transactions)
          .readFor(organization.id, (tx) => calculator.taxesOn(tx, organization.id, of));
      const alone = [];
      for (const it of invoices) alone.push(...(await taxesOn([it])));
      expect(await taxesOn(invoices)).toEqual(alone);
      expect(alone.map((it) => it.length)).toEqual([3, 2, 0]);
      for (const { amountCents } of alone.flat()) expect(amountCents >= 0n).toBe(true);
    });
  });

  describe('taxes by a hostile calculator', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startTestApp({ ROLE: 'api' }, undefined, [HostileModule]);
    });
    afterAll(() => app.stop());

    hostileCases({
      extension: 'HostileCalculator of "tax calculator"',
      app: () => app,
      misdeeds: [
        ['returns a negative tax', 'It returned a tax of -1, which is below zero'],
        ['leaves out a fee', 'It taxed 0 of 1 fees'],
      ],
      bill: (organization) => oneBill(app, organization),
    });
  });
}
