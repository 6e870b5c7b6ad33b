import type { Type } from '@nestjs/common';
import {
  InvoiceBilling,
  type AddedLine,
  type InvoiceLineSource,
  type SubscriptionBill,
} from '../../src/modules/invoices';
import { Transactions, type Transaction } from '../../src/platform/database/transactions';
import { isDecimalString } from '../../src/platform/domain/decimal-string';
import { newId } from '../../src/platform/domain/id';
import { aCustomer } from '../support/builders';
import { aBill, aBillablePlan } from '../support/bills';
import type { InvoiceBody, InvoiceFeeBody } from '../support/invoice-wire';
import type { TestApp, TestOrganization } from '../support/test-app';
import { bodyOf } from '../support/wire';

/** A line source under test. */
export interface TestedLineSource {
  source: Type<InvoiceLineSource>;
  /** Prepares data for which the source adds lines to the next invoice of the bill's subscription. */
  prepare(organization: TestOrganization, bill: SubscriptionBill): Promise<unknown>;
}

/** Declares the tests that every line source must pass (docs/extending.md#invoice-lines). */
export function lineSourceSuite(name: string, app: TestApp, tested: TestedLineSource): void {
  describe(`line source ${name}`, () => {
    let source: InvoiceLineSource;
    let organization: TestOrganization;
    let transactions: Transactions;
    let bill: SubscriptionBill;

    beforeAll(() => {
      source = app.app.get(tested.source);
      transactions = app.app.get(Transactions);
    });
    beforeEach(async () => {
      organization = await app.anOrganization();
      const customer = await aCustomer(organization, { invoice_grace_period: 3 });
      bill = aBill(organization, customer, await aBillablePlan(app, organization));
      await tested.prepare(organization, bill);
    });

    const makeInvoice = async (of: SubscriptionBill, fail = false): Promise<InvoiceBody> => {
      const invoice = await transactions.run(async (tx) => {
        const made = await app.app.get(InvoiceBilling).bill(tx, of);
        if (fail) throw new Error('fails after the lines were added');
        return made;
      });
      return bodyOf(organization.get(`/v1/invoices/${invoice?.id}`));
    };
    const added = ({ fees }: InvoiceBody): InvoiceFeeBody[] => fees.filter((it) => it.type === 'add_on');
    const preview = (): Promise<readonly AddedLine[]> =>
      transactions.run(async (tx: Transaction) => {
        await tx.query('SET TRANSACTION READ ONLY');
        return source.linesFor(tx, bill, null);
      });

    it('adds valid lines', async () => {
      const lines = await preview();
      expect(lines.length).toBeGreaterThan(0);
      for (const { description, units, unitAmount, amountCents, currency } of lines) {
        expect(currency).toBe(bill.currency);
        expect(description.trim()).not.toBe('');
        expect(isDecimalString(units)).toBe(true);
        expect(unitAmount === null || isDecimalString(unitAmount)).toBe(true);
        expect(amountCents >= 0n && amountCents <= BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
      }
    });

    it('returns the same lines for a read-only preview and for the invoice', async () => {
      const lines = await preview();
      expect(await preview()).toEqual(lines);
      const fees = added(await makeInvoice(bill));
      expect(fees.map((it) => [it.description, BigInt(it.amount_cents)])).toEqual(
        lines.map((it) => [it.description, it.amountCents]),
      );
    });

    it('loses no line on rollback and adds no line twice', async () => {
      const lines = await preview();
      await expect(makeInvoice(bill, true)).rejects.toThrow('fails after');
      const first = await makeInvoice(bill);
      expect(added(first)).toHaveLength(lines.length);
      expect(await makeInvoice(bill)).toEqual(first);
      const final = await bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${first.id}/finalize`));
      expect(added(final)).toEqual(added(first));
    });

    it('adds nothing to the invoice of another organization', async () => {
      const other = await app.anOrganization();
      const customer = await aCustomer(other);
      const foreign = aBill(other, customer, await aBillablePlan(app, other), {
        subscription: bill.subscription,
      });
      expect(await transactions.run((tx) => source.linesFor(tx, foreign, null))).toEqual([]);
      const unknown = { id: newId(), externalId: newId(), name: null };
      const unrelated = aBill(organization, { id: newId() }, await aBillablePlan(app, organization), {
        subscription: unknown,
      });
      expect(await transactions.run((tx) => source.linesFor(tx, unrelated, null))).toEqual([]);
    });
  });
}
