import { InvoiceBilling } from '../../src/modules/invoices';
import { Transactions } from '../../src/platform/database/transactions';
import { aBill, aBillablePlan } from '../support/bills';
import { aCustomer, anInvoice } from '../support/builders';
import type { InvoiceBody } from '../support/invoice-wire';
import type { TestApp, TestOrganization } from '../support/test-app';
import { bodyOf } from '../support/wire';

/** A funder under test. */
export interface TestedFunder {
  /** Gives a customer an amount in cents of EUR from which the funder can pay invoices. */
  give(organization: TestOrganization, customer: { id: string }, cents: number): Promise<unknown>;
}

/** Declares the tests that every funder must pass (docs/extending.md#invoice-funding). */
export function invoiceFundingSuite(name: string, app: TestApp, tested: TestedFunder): void {
  describe(`invoice funding from ${name}`, () => {
    let organization: TestOrganization;
    let customer: { id: string };

    beforeEach(async () => {
      organization = await app.anOrganization();
      customer = await aCustomer(organization);
      await tested.give(organization, customer, 700);
    });
    afterEach(async () => {
      const { checks } = await bodyOf<{ checks: { agrees: boolean }[] }>(
        organization.get('/v1/reconciliation'),
      );
      expect(checks.filter((it) => !it.agrees)).toEqual([]);
    });

    const invoice = (cents: number, of = customer, fields: object = {}): Promise<InvoiceBody> =>
      anInvoice(organization, { customer_id: of.id, amounts: [cents], ...fields });
    const funded = (it: InvoiceBody): number => it.credit_notes_amount_cents + it.prepaid_credit_amount_cents;
    const grossOf = (it: InvoiceBody): number => it.fees_amount_cents + it.taxes_amount_cents;

    it('pays at most what is due, until it is used up', async () => {
      const [first, second, third] = [await invoice(500), await invoice(500), await invoice(500)];
      expect(first).toMatchObject({ status: 'paid', total_amount_cents: 0 });
      expect(funded(first)).toBe(grossOf(first));
      expect(second).toMatchObject({ status: 'finalized', amount_due_cents: grossOf(first) * 2 - 700 });
      expect([funded(second), funded(third)]).toEqual([700 - grossOf(first), 0]);
    });

    it('pays exactly what there is when many invoices are finalized at once', async () => {
      const invoices = await Promise.all(Array.from({ length: 5 }, () => invoice(300)));
      expect(invoices.reduce((sum, it) => sum + funded(it), 0)).toBe(700);
    });

    it('pays again what a voided invoice or one that was rolled back has used', async () => {
      const bill = aBill(organization, customer, await aBillablePlan(app, organization));
      const rolledBack = app.app.get(Transactions).run(async (tx) => {
        await app.app.get(InvoiceBilling).bill(tx, bill);
        throw new Error('rolled back after the funding');
      });
      await expect(rolledBack).rejects.toThrow('rolled back after');
      const { id } = await invoice(900);
      await organization.post(`/v1/invoices/${id}/void`).expect(200);
      expect(funded(await invoice(900))).toBe(700);
    });

    it('pays no invoice of another customer or organization, and none in another currency', async () => {
      const other = await app.anOrganization();
      expect(funded(await anInvoice(other, { amounts: [100] }))).toBe(0);
      expect(funded(await invoice(100, await aCustomer(organization)))).toBe(0);
      expect(funded(await invoice(100, customer, { currency: 'USD' }))).toBe(0);
      const own = await invoice(100);
      expect(funded(own)).toBe(grossOf(own));
    });
  });
}
