import {
  InvoiceBilling,
  TAX_CALCULATOR,
  type LineTaxes,
  type TaxableInvoice,
  type TaxableLine,
} from '../../src/modules/invoices';
import { Transactions } from '../../src/platform/database/transactions';
import { isDecimalString } from '../../src/platform/domain/decimal-string';
import { Extensions } from '../../src/platform/extensions';
import { aBill, aBillablePlan, billed } from '../support/bills';
import { aCreditNote, aCustomer, anInvoice } from '../support/builders';
import type { TestApp, TestOrganization } from '../support/test-app';
import { bodyOf } from '../support/wire';

/** Data of the calculator under test. */
export interface TestedCalculator {
  /** Makes the calculator tax the invoices of the organization at more than 0. */
  prepare(organization: TestOrganization): Promise<unknown>;
}

/**
 * Declares the tests that every tax calculator must pass (docs/extending.md#tax-calculator). They test the calculator of the
 * application.
 */
export function taxCalculatorSuite(name: string, app: TestApp, tested: TestedCalculator): void {
  describe(`tax calculator ${name}`, () => {
    let organization: TestOrganization;
    let customer: { id: string };

    beforeAll(async () => {
      organization = await app.anOrganization();
      customer = await aCustomer(organization);
      await tested.prepare(organization);
    });

    const taxesOn = (...invoices: TaxableInvoice[]): Promise<readonly (readonly LineTaxes[])[]> =>
      app.app.get(Transactions).readFor(organization.id, (tx) => {
        const calculator = app.app.get(Extensions).one(TAX_CALCULATOR);
        return calculator.taxesOn(tx, organization.id, invoices);
      });

    it('taxes each line of each invoice in order, alone and in a batch alike, and writes nothing', async () => {
      const plan = await aBillablePlan(app, organization);
      const other = await aCustomer(organization);
      const nets = [[10_000n, 0n, 7n], [7n, 10_000n], [1n]];
      const invoices = nets.map((amounts, index): TaxableInvoice => {
        const { id: customerId } = index === 1 ? other : customer;
        return { customerId, currency: 'EUR', lines: amounts.map((cents) => aLine(plan, cents)) };
      });
      const together = await taxesOn(...invoices);
      const alone = await Promise.all(invoices.map(async (it) => (await taxesOn(it))[0]));
      expect(together).toEqual(alone);
      expect(together.map((it) => it.length)).toEqual([3, 2, 1]);
      for (const { taxes, amountCents = 0n } of together.flat()) {
        expect([amountCents, ...taxes.map((it) => it.amountCents ?? 0n)].filter((it) => it < 0n)).toEqual([]);
        expect(taxes.filter((it) => !isDecimalString(it.rate) || it.code === '' || it.name === '')).toEqual(
          [],
        );
        expect(new Set(taxes.map((it) => it.code)).size).toBe(taxes.length);
      }
    });

    it('taxes the preview of a bill like its invoice', async () => {
      const bill = aBill(organization, customer, await aBillablePlan(app, organization));
      const previews = await app.app
        .get(Transactions)
        .readFor(organization.id, (tx) => app.app.get(InvoiceBilling).previewAll(tx, [bill]));
      const invoice = await billed(app, organization, bill);
      expect(invoice.taxes_amount_cents).toBeGreaterThan(0);
      expect(previews.map((it) => it.taxesAmountCents)).toEqual([BigInt(invoice.taxes_amount_cents)]);
    });

    it('taxes one-off invoices with amounts that add up, and a credit note returns them in full', async () => {
      const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1, 999, 12_345] });
      const { taxes_amount_cents: total, fees, taxes } = invoice;
      expect(total).toBeGreaterThan(0);
      expect(fees.reduce((sum, it) => sum + it.taxes_amount_cents, 0)).toBe(total);
      expect(taxes.reduce((sum, it) => sum + it.amount_cents, 0)).toBe(total);
      const note = await aCreditNote(organization, invoice);
      expect(note).toMatchObject({ taxes, taxes_amount_cents: total });
      expect(await bodyOf(organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
    });
  });
}

/** Returns a line for usage, of which a discount of 1 cent has left `netAmountCents`. */
function aLine(plan: { id: string; versionId: string }, netAmountCents: bigint): TaxableLine {
  return {
    type: 'charge',
    description: 'Calls',
    units: '1',
    unitCode: 'C62',
    unitAmount: null,
    amountCents: netAmountCents + 1n,
    netAmountCents,
    billableMetricCode: null,
    chargeId: null,
    planId: plan.id,
    planVersionId: plan.versionId,
    coversFrom: null,
    coversTo: null,
    billedDays: null,
    periodDays: null,
    eventsCount: null,
  };
}
