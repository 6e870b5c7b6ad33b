import { Injectable, Module, type Type } from '@nestjs/common';
import {
  INVOICE_DISCOUNTS,
  InvoiceBilling,
  type DiscountableBill,
  type InvoiceDiscounts,
  type ProposedDiscount,
  type SubscriptionBill,
} from '../../src/modules/invoices';
import { Transactions, type Transaction } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/domain/id';
import { extend } from '../../src/platform/extensions';
import type { DomainEvent } from '../../src/platform/outbox/event-catalogue';
import { aBill, aCustomer, aPlan, billed } from '../support/bills';
import { startTestApp, type TestApp, type TestOrganization } from '../support/test-app';
import { bodyOf, type InvoiceBody } from '../support/wire';
import { Misconduct, hostileCases } from './misconduct';

/** Discounts as the suite needs them. */
export interface TestedDiscounts {
  /** Their module, which registers them with `INVOICE_DISCOUNTS`. */
  module: Type;
  discounts: Type<InvoiceDiscounts>;
  /** Gives the customer of the bill a discount in EUR, below 49.00. */
  prepare(app: TestApp, organization: TestOrganization, bill: SubscriptionBill): Promise<void>;
}

@Injectable()
class HostileDiscounts implements InvoiceDiscounts {
  readonly source = 'hostile';
  private how: string | null = null;

  constructor(private readonly misconduct: Misconduct) {}

  async discountsFor(tx: Transaction, bill: DiscountableBill): Promise<ProposedDiscount[]> {
    this.how = await this.misconduct.in(tx, bill.organizationId);
    const { lines, currency } = bill;
    const named = { sourceId: newId(), code: 'gift', name: 'Gift' };
    const discount = { ...named, currency, lines, amountCents: () => 1n };
    switch (this.how) {
      case null:
        return [];
      case 'returns a negative amount':
        return [{ ...discount, amountCents: () => -1n }];
      case 'returns another currency':
        return [{ ...discount, currency: 'USD' }];
      case 'names a line of another bill':
        return [{ ...discount, lines: lines.map((it) => ({ ...it })) }];
      case 'returns a discount twice':
        return [discount, discount];
      default:
        return [discount];
    }
  }

  spend(): Promise<DomainEvent[]> {
    if (this.how === 'cannot spend') throw new Error('it is spent already');
    return Promise.resolve([]);
  }

  giveBack(): Promise<DomainEvent[]> {
    return Promise.resolve([]);
  }
}
@Module({ providers: [Misconduct, HostileDiscounts, extend(INVOICE_DISCOUNTS, HostileDiscounts)] })
class HostileModule {}

/** Tests what every discount must guarantee (docs/extending.md#invoice-discounts). */
export function invoiceDiscountsSuite(name: string, tested: TestedDiscounts): void {
  describe(`the discounts of ${name}`, () => {
    let app: TestApp;
    let discounts: InvoiceDiscounts;
    let organization: TestOrganization;
    let transactions: Transactions;
    let bill: SubscriptionBill;

    beforeAll(async () => {
      app = await startTestApp({ ROLE: 'api' }, undefined, [tested.module, HostileModule]);
      discounts = app.app.get(tested.discounts, { strict: false });
      transactions = app.app.get(Transactions);
    });
    beforeEach(async () => {
      organization = await app.anOrganization();
      bill = aBill(organization, await aCustomer(organization), await aPlan(app, organization));
      await tested.prepare(app, organization, bill);
    });
    afterEach(async () => {
      const { checks } = await bodyOf<{ checks: { agrees: boolean }[] }>(
        organization.get('/v1/reconciliation'),
      );
      expect(checks.filter((it) => !it.agrees)).toEqual([]);
    });
    afterAll(() => app.stop());

    const billing = () => app.app.get(InvoiceBilling, { strict: false });
    const another = (fields: Partial<SubscriptionBill> = {}): SubscriptionBill => ({
      ...bill,
      periodId: newId(),
      ...fields,
    });
    const previewed = (...bills: SubscriptionBill[]) =>
      transactions.readFor(organization.id, (tx) => billing().previewAll(tx, bills));
    const amounts = ({ coupons }: InvoiceBody): number[] => coupons.map((it) => it.amount_cents);
    const proposed = (fields: Partial<DiscountableBill> = {}): Promise<readonly ProposedDiscount[]> => {
      const { organizationId, customerId, currency, subscription } = bill;
      const about = { organizationId, customerId, currency, subscriptionId: subscription.id };
      const empty = { ...about, invoiceId: null, lines: [], spentBefore: [], ...fields };
      return transactions.readFor(organization.id, (tx) => discounts.discountsFor(tx, empty));
    };

    it('lower a bill, and its preview by the same', async () => {
      const [preview] = await previewed(bill);
      const invoice = await billed(app, organization, bill);
      expect(invoice.coupons_amount_cents).toBeGreaterThan(0);
      expect(invoice.coupons_amount_cents).toBe(Number(preview?.couponsAmountCents));
      expect(invoice.coupons).toEqual(
        preview?.discounts.map((it) => ({
          applied_coupon_id: it.sourceId,
          code: it.code,
          name: it.name,
          amount_cents: Number(it.amountCents),
        })),
      );
      expect(invoice.coupons.every((it) => it.code !== '' && it.name !== '')).toBe(true);
    });

    it('of bills that are previewed together are those of the bills made together', async () => {
      const bills = [bill, another()];
      const previews = await previewed(...bills);
      const invoices = [];
      for (const it of bills) invoices.push(await billed(app, organization, it));
      expect(invoices.map((it) => it.coupons_amount_cents)).toEqual(
        previews.map((it) => Number(it.couponsAmountCents)),
      );
    });

    it('of a batch of bills are those of bills made one by one', async () => {
      const bills = [bill, another(), another()];
      const failing = transactions.run(async (tx) => {
        const made = await billing().bill(tx, bills);
        const ids = made.map((it) => it?.id);
        const rows = await tx.query<{ coupons: string }[]>(
          'SELECT coupons_amount_cents AS coupons FROM invoices WHERE id = ANY ($1) ORDER BY id',
          [ids],
        );
        throw new Error(rows.map((it) => it.coupons).join());
      });
      const batch = await failing.catch((error: unknown) => (error as Error).message);
      const invoices = [];
      for (const it of bills) invoices.push(await billed(app, organization, it));
      expect(invoices.map((it) => it.coupons_amount_cents).join()).toBe(batch);
    });

    it('are not spent by a bill that is rolled back, nor twice by one that is repeated', async () => {
      const [expected] = await previewed(bill);
      const failing = transactions.run(async (tx) => {
        await billing().bill(tx, [bill]);
        throw new Error('fails after the discounts were spent');
      });
      await expect(failing).rejects.toThrow('fails after');
      const invoice = await billed(app, organization, bill);
      expect(invoice.coupons_amount_cents).toBe(Number(expected?.couponsAmountCents));
      const [next] = await previewed(another());
      expect(await billed(app, organization, bill)).toEqual(invoice);
      expect(await previewed(another())).toMatchObject([{ couponsAmountCents: next?.couponsAmountCents }]);
    });

    it('are given back when the invoice is voided', async () => {
      const invoice = await billed(app, organization, bill);
      await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
      expect(amounts(await billed(app, organization, another()))).toEqual(amounts(invoice));
    });

    it('are proposed to the customer alone, who is concerned, for lines of the bill and in its currency', async () => {
      expect((await proposed()).length).toBeGreaterThan(0);
      expect(await proposed({ customerId: newId() })).toEqual([]);
      expect((await proposed({ currency: 'JPY' })).every((it) => it.currency === 'JPY')).toBe(true);
      const { organizationId, customerId } = bill;
      const concerned = await transactions.run((tx) =>
        Promise.resolve(discounts.customersConcerned?.(tx, organizationId, [customerId]) ?? [customerId]),
      );
      expect(concerned).toEqual([customerId]);
    });

    it('append their events after those of the invoice', async () => {
      const invoice = await billed(app, organization, bill);
      const sql = `SELECT object_id FROM outbox_events WHERE organization_id = $1 AND created_at >= $2 ORDER BY id`;
      const rows = await app.database.query<{ object_id: string }>(sql, [
        organization.id,
        invoice.created_at,
      ]);
      const isOwn = rows.map((it) => it.object_id === invoice.id);
      expect(isOwn).toEqual([...isOwn].sort((a, b) => Number(b) - Number(a)));
    });

    hostileCases({
      extension: 'HostileDiscounts of "invoice discounts"',
      app: () => app,
      misdeeds: [
        ['returns a negative amount', 'The discount "gift" is below zero'],
        ['returns another currency', 'The discount "gift" is in USD, the bill in EUR'],
        ['names a line of another bill', 'The discount "gift" is for a line of another bill'],
        ['returns a discount twice', 'The discount "gift" has the source_id'],
        ['cannot spend', 'it is spent already'],
      ],
      bill: async (of) => billed(app, of, aBill(of, await aCustomer(of), await aPlan(app, of))),
    });
  });
}
