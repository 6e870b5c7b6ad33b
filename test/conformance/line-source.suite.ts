import { Injectable, Module, type Type } from '@nestjs/common';
import {
  INVOICE_LINES,
  InvoiceBilling,
  type AddedLine,
  type InvoiceLineSource,
  type SubscriptionBill,
} from '../../src/modules/invoices';
import { Transactions, type Transaction } from '../../src/platform/database/transactions';
import { isDecimalString } from '../../src/platform/domain/decimal-string';
import { newId } from '../../src/platform/domain/id';
import { extend } from '../../src/platform/extensions';
import { aBill, aCustomer, aPlan, billed } from '../support/bills';
import { startTestApp, type TestApp, type TestOrganization } from '../support/test-app';
import { bodyOf, type InvoiceBody, type InvoiceFeeBody } from '../support/wire';
import { Misconduct, hostileCases } from './misconduct';

/** A line source as the suite needs it. */
export interface TestedLineSource {
  /** Its module, which registers it with `INVOICE_LINES`. */
  module: Type;
  source: Type<InvoiceLineSource>;
  /** Gives the source something to add to the next invoice of the bill's subscription, in EUR. */
  prepare(app: TestApp, organization: TestOrganization, bill: SubscriptionBill): Promise<void>;
}

@Injectable()
class HostileLines implements InvoiceLineSource {
  constructor(private readonly misconduct: Misconduct) {}

  async linesFor(tx: Transaction, { organizationId, currency }: SubscriptionBill): Promise<AddedLine[]> {
    const how = await this.misconduct.in(tx, organizationId);
    const line = { description: 'Gift', units: '1', unitAmount: null, amountCents: 1n, currency };
    if (how === 'returns a negative amount') return [{ ...line, amountCents: -1n }];
    if (how === 'returns another currency') return [{ ...line, currency: 'USD' }];
    return how === 'returns units that are no number' ? [{ ...line, units: 'some' }] : [];
  }
}
@Module({ providers: [Misconduct, HostileLines, extend(INVOICE_LINES, HostileLines)] })
class HostileModule {}

/** What holds for every line source (docs/extending.md#invoice-lines). */
export function lineSourceSuite(name: string, tested: TestedLineSource): void {
  describe(`the line source ${name}`, () => {
    let app: TestApp;
    let source: InvoiceLineSource;
    let organization: TestOrganization;
    let transactions: Transactions;
    let bill: SubscriptionBill;

    beforeAll(async () => {
      app = await startTestApp({ ROLE: 'api' }, undefined, [tested.module, HostileModule]);
      source = app.app.get(tested.source, { strict: false });
      transactions = app.app.get(Transactions);
    });
    beforeEach(async () => {
      organization = await app.anOrganization();
      const customer = await aCustomer(organization, { invoice_grace_period: 3 });
      bill = aBill(organization, customer, await aPlan(app, organization));
      await tested.prepare(app, organization, bill);
    });
    afterAll(() => app.stop());

    const billing = () => app.app.get(InvoiceBilling, { strict: false });
    const added = ({ fees }: InvoiceBody): InvoiceFeeBody[] => fees.filter((it) => it.type === 'add_on');
    const readOnly = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      transactions.run(async (tx) => {
        await tx.query('SET TRANSACTION READ ONLY');
        return work(tx);
      });
    const lines = (of = bill) => readOnly((tx) => source.linesFor(tx, of, null));

    it('adds lines that an invoice can carry, in the currency of the bill', async () => {
      expect((await lines()).length).toBeGreaterThan(0);
      for (const { description, units, unitAmount, amountCents, currency } of await lines()) {
        expect(description.trim()).not.toBe('');
        expect(isDecimalString(units)).toBe(true);
        expect(unitAmount === null || isDecimalString(unitAmount)).toBe(true);
        expect(amountCents >= 0n && amountCents <= BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
        expect(currency).toBe(bill.currency);
      }
      expect((await lines({ ...bill, currency: 'JPY' })).every((it) => it.currency === 'JPY')).toBe(true);
    });

    it('adds the same to a preview, which writes and locks nothing, as to the invoice', async () => {
      const preview = await readOnly((tx) => billing().preview(tx, bill));
      const previewed = preview.fees.filter((it) => it.type === 'add_on');
      expect(previewed).toHaveLength((await lines()).length);
      const fees = added(await billed(app, organization, bill));
      expect(fees.map((it) => [it.description, BigInt(it.amount_cents)])).toEqual(
        previewed.map((it) => [it.description, it.amountCents]),
      );
    });

    it('loses no line when the transaction is rolled back', async () => {
      const expected = (await lines()).length;
      const failing = transactions.run(async (tx) => {
        await billing().bill(tx, [bill]);
        throw new Error('fails after the lines were added');
      });
      await expect(failing).rejects.toThrow('fails after');
      expect(added(await billed(app, organization, bill))).toHaveLength(expected);
    });

    it('adds no line twice: neither when the bill is repeated nor when the draft becomes final', async () => {
      const first = await billed(app, organization, bill);
      expect(await billed(app, organization, bill)).toEqual(first);
      const final = await bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${first.id}/finalize`));
      expect(added(final)).toEqual(added(first));
      const next = await billed(app, organization, { ...bill, periodId: newId() });
      expect(added(next)).toEqual([]);
    });

    it('adds nothing to the bills of others', async () => {
      const other = await app.anOrganization();
      const foreign = aBill(other, await aCustomer(other), await aPlan(app, other), {
        subscription: bill.subscription,
      });
      expect(await lines(foreign)).toEqual([]);
      const unknown = { id: newId(), externalId: newId(), name: null };
      expect(await lines({ ...bill, customerId: newId(), subscription: unknown })).toEqual([]);
    });

    hostileCases({
      extension: 'HostileLines of "invoice lines"',
      app: () => app,
      misdeeds: [
        ['returns a negative amount', 'The line "Gift" is below zero'],
        ['returns another currency', 'The line "Gift" is in USD, the bill in EUR'],
        ['returns units that are no number', 'The line "Gift" has "some", not a decimal string'],
      ],
      bill: async (of) => billed(app, of, aBill(of, await aCustomer(of), await aPlan(app, of))),
    });
  });
}
