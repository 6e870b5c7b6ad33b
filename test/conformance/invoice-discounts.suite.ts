import { Injectable, Module, type Type } from '@nestjs/common';
import {
  INVOICE_DISCOUNTS,
  InvoiceBilling,
  InvoiceFinalized,
  type BillPreview,
  type DiscountableBill,
  type DiscountableLine,
  type InvoiceDiscounts,
  type ProposedDiscount,
  type SubscriptionBill,
} from '../../src/modules/invoices';
import { InvoicesDue } from '../../src/modules/invoices/invoices-due';
import { Transactions, type Transaction } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/domain/id';
import { extend } from '../../src/platform/extensions';
import type { DomainEvent } from '../../src/platform/outbox/event-catalogue';
import { Outbox } from '../../src/platform/outbox/outbox';
import { aBill, aBillWithUsage, aBillablePlan, billed } from '../support/bills';
import { aCustomer } from '../support/builders';
import type { InvoiceBody } from '../support/invoice-wire';
import { mismatchesOf } from '../support/mismatches';
import type { TestApp, TestOrganization } from '../support/test-app';
import { bodyOf } from '../support/wire';
import { COMMON_MISDEEDS, Misdeeds } from './hostile';

/** Discounts under test. */
export interface TestedDiscounts {
  /** The extension, a provider of a module of the application. */
  discounts: Type<InvoiceDiscounts>;
  /** Gives the customer of the bill, and no other customer, a discount that lowers the bill, but not to 0. */
  prepare(organization: TestOrganization, bill: SubscriptionBill): Promise<unknown>;
  /**
   * Returns the bill of a new customer that is not prepared yet. By default, the bill in EUR has the fee of a plan, 49.00,
   * and a charge of 30.00 for 30 units of the metric `calls`.
   */
  bill?(organization: TestOrganization): Promise<SubscriptionBill>;
}

/** Declares the tests that every extension of the invoice discounts must pass (docs/extending.md#invoice-discounts). */
export function invoiceDiscountsSuite(name: string, app: TestApp, tested: TestedDiscounts): void {
  describe(`discounts ${name}`, () => {
    let organization: TestOrganization;
    let bill: SubscriptionBill;
    const newBill = (of: TestOrganization): Promise<SubscriptionBill> =>
      tested.bill?.(of) ?? aBillWithUsage(app, of);

    beforeEach(async () => {
      organization = await app.anOrganization();
      bill = await newBill(organization);
      await tested.prepare(organization, bill);
    });
    afterEach(async () => {
      expect(await mismatchesOf(organization)).toEqual({});
    });

    const another = (): SubscriptionBill => ({ ...bill, periodId: newId() });
    const extension = () => app.app.get(tested.discounts, { strict: false });
    const run = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => app.app.get(Transactions).run(work);
    const previews = (...bills: SubscriptionBill[]): Promise<BillPreview[]> =>
      run(async (tx) => {
        await tx.query('SET TRANSACTION READ ONLY');
        return app.app.get(InvoiceBilling, { strict: false }).previewAll(tx, bills);
      });
    const amounts = ({ coupons }: InvoiceBody): number[] => coupons.map((it) => it.amount_cents);
    const discounted = async (of: SubscriptionBill): Promise<InvoiceBody> => {
      const invoice = await billed(app, organization, of);
      expect(invoice.coupons_amount_cents).toBeGreaterThan(0);
      return invoice;
    };
    const previewed = (...bills: SubscriptionBill[]): Promise<number[][]> =>
      previews(...bills).then((all) => all.map((it) => it.discounts.map((one) => Number(one.amountCents))));
    const concerned = (organizationId: string, customerId: string): Promise<readonly string[]> =>
      run(async (tx) => {
        const ids = [customerId];
        return (await extension().customersConcerned?.(tx, organizationId, ids)) ?? ids;
      });
    /** Asks for the discounts of a bill as the service does: only if its customer is concerned. */
    const proposed = async (asked: DiscountableBill): Promise<readonly ProposedDiscount[]> => {
      const customerIds = await concerned(asked.organizationId, asked.customerId);
      if (!customerIds.includes(asked.customerId)) return [];
      return run(async (tx) => {
        await tx.query('SET TRANSACTION READ ONLY');
        return extension().discountsFor(tx, asked);
      });
    };
    const asked = async (): Promise<DiscountableBill> => discountable(bill, await previews(bill));

    it('lowers a bill as a read-only preview shows', async () => {
      const [preview] = await previews(bill);
      const invoice = await discounted(bill);
      expect(invoice.coupons).toEqual(
        preview?.discounts.map(({ sourceId, code, name: shown, amountCents }) => ({
          applied_coupon_id: sourceId,
          code,
          name: shown,
          amount_cents: Number(amountCents),
        })),
      );
      expect(invoice.coupons.every((it) => it.code !== '' && it.name !== '')).toBe(true);
    });

    it('lowers the bills of one preview as the invoices that follow each other', async () => {
      const bills = [bill, another(), another()];
      const expected = await previewed(...bills);
      expect(expected[0]).not.toEqual([]);
      const made: number[][] = [];
      for (const it of bills) made.push(amounts(await billed(app, organization, it)));
      expect(made).toEqual(expected);
    });

    it('is not spent by a bill that is rolled back, nor twice by one that is repeated', async () => {
      const [first] = await previewed(bill);
      const failing = run(async (tx) => {
        await app.app.get(InvoiceBilling, { strict: false }).bill(tx, bill);
        throw new Error('fails after the discounts were spent');
      });
      await expect(failing).rejects.toThrow('fails after');
      const invoice = await discounted(bill);
      expect(amounts(invoice)).toEqual(first);
      const next = await previewed(another());
      expect(await billed(app, organization, bill)).toEqual(invoice);
      expect(await previewed(another())).toEqual(next);
    });

    it('is restored when the invoice is voided', async () => {
      const invoice = await discounted(bill);
      await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
      expect(amounts(await billed(app, organization, another()))).toEqual(amounts(invoice));
    });

    it('proposes valid discounts, each once, for lines of the bill and in its currency', async () => {
      const about = await asked();
      const { lines, currency } = about;
      const discounts = await proposed(about);
      expect(discounts.length).toBeGreaterThan(0);
      for (const discount of discounts) {
        expect(discount.currency).toBe(currency);
        expect(discount.lines.every((it) => lines.includes(it))).toBe(true);
        for (const cents of [0n, 1n, 4900n, BigInt(Number.MAX_SAFE_INTEGER)]) {
          expect(discount.amountCents(cents)).toBeGreaterThanOrEqual(0n);
        }
      }
      const sources = discounts.map((it) => it.sourceId);
      expect(new Set(sources).size).toBe(sources.length);
      expect((await proposed({ ...about, currency: 'JPY' })).every((it) => it.currency === 'JPY')).toBe(true);
    });

    it('lowers no bill of another customer or organization', async () => {
      const other = await app.anOrganization();
      const about = await asked();
      expect(await proposed(about)).not.toEqual([]);
      expect(await proposed({ ...about, customerId: newId() })).toEqual([]);
      expect(await proposed({ ...about, organizationId: other.id })).toEqual([]);
      expect(await concerned(organization.id, bill.customerId)).toEqual([bill.customerId]);
      expect(amounts(await billed(app, other, await newBill(other)))).toEqual([]);
    });

    it('emits its events after those of the invoice', async () => {
      const invoice = await discounted(bill);
      const rows = await app.database.query<{ object_id: string }>(
        'SELECT object_id FROM outbox_events WHERE organization_id = $1 ORDER BY id',
        [organization.id],
      );
      const objects = rows.map((it) => it.object_id);
      const begin = objects.indexOf(invoice.id);
      expect(objects.slice(begin, begin + 2)).toEqual([invoice.id, invoice.id]);
      expect(objects.slice(begin + 2)).not.toContain(invoice.id);
    });
  });
}

/** Returns what discounts see of the bill with this preview. */
function discountable(bill: SubscriptionBill, [preview]: readonly BillPreview[]): DiscountableBill {
  const { organizationId, customerId, subscription, currency, billedAt } = bill;
  const lines = (preview?.fees ?? []).map((fee): DiscountableLine => {
    const { type, description, amountCents, billableMetricCode, chargeId, planId } = fee;
    return { type, description, amountCents, billableMetricCode, chargeId, planId, leftCents: amountCents };
  });
  const key = { organizationId, customerId, subscriptionId: subscription.id };
  return { ...key, invoiceId: null, currency, billedAt, lines, spentBefore: [] };
}

/** Returns a bill of EUR 49.00 for a plan. */
async function aPlainBill(
  app: TestApp,
  organization: TestOrganization,
  customer: object = {},
): Promise<SubscriptionBill> {
  const plan = await aBillablePlan(app, organization);
  return aBill(organization, await aCustomer(organization, customer), plan);
}

const misdeeds = new Misdeeds(() => HostileDiscounts);

@Injectable()
class HostileDiscounts implements InvoiceDiscounts {
  readonly source = 'hostile';

  constructor(private readonly outbox: Outbox) {}

  async discountsFor(_tx: Transaction, bill: DiscountableBill): Promise<readonly ProposedDiscount[]> {
    const { currency, lines } = bill;
    const gift = { sourceId: newId(), code: 'gift', name: 'Gift', currency, lines, amountCents: () => 1n };
    switch (await misdeeds.in(bill.organizationId)) {
      case undefined:
        return [];
      case 'returns a negative amount':
        return [{ ...gift, amountCents: () => -1n }];
      case 'returns another currency':
        return [{ ...gift, currency: 'USD' }];
      case 'returns a line of another bill':
        return [{ ...gift, lines: lines.map((it) => ({ ...it })) }];
      case 'returns a discount twice':
        return [gift, gift];
      default:
        return [gift];
    }
  }

  async spend(tx: Transaction, { organizationId }: { organizationId: string }): Promise<DomainEvent[]> {
    const misdeed = await misdeeds.in(organizationId);
    if (misdeed === 'fails to spend') throw new Error('it is spent already');
    const { kind, objectType } = InvoiceFinalized;
    const event = { kind, objectType, organizationId, objectId: newId(), object: {} };
    if (misdeed === 'appends an event itself') await this.outbox.append(tx, event);
    return [];
  }

  restore(): Promise<DomainEvent[]> {
    return Promise.resolve([]);
  }
}

/** Must be added to the application of `hostileInvoiceDiscountsSuite`. */
@Module({ providers: [HostileDiscounts, extend(INVOICE_DISCOUNTS, HostileDiscounts)] })
export class HostileDiscountsModule {}

/** Declares the tests of discounts that break the contract. */
export function hostileInvoiceDiscountsSuite(app: TestApp): void {
  const allMisdeeds = [
    ...COMMON_MISDEEDS,
    ['returns a negative amount', 'the discount "gift" has a negative amount'],
    ['returns another currency', 'the discount "gift" is in USD, but the bill is in EUR'],
    ['returns a line of another bill', 'the discount "gift" applies to a line of another bill'],
    ['returns a discount twice', 'the discount "gift" repeats the source ID'],
    ['fails to spend', 'it is spent already'],
    ['appends an event itself', 'an extension appended an event'],
  ] as const;
  const failure = 'The extension HostileDiscounts of "invoice discounts" failed: ';

  it.each(allMisdeeds)('a discount that %s fails its own bill only', async (misdeed, reason) => {
    const [organization, other] = [await app.anOrganization(), await app.anOrganization()];
    const bill = await aPlainBill(app, organization);
    await misdeeds.during(app, organization.id, misdeed, async () => {
      await expect(billed(app, organization, bill)).rejects.toThrow(failure + reason);
      await billed(app, other, await aPlainBill(app, other));
    });
    expect(await billed(app, organization, bill)).toMatchObject({ status: 'finalized', coupons: [] });
  });

  it('a due invoice whose discounts fail is set aside under their name, and the others become final', async () => {
    const drafts = [];
    for (const owner of [await app.anOrganization(), await app.anOrganization()]) {
      const bill = await aPlainBill(app, owner, { invoice_grace_period: 3 });
      drafts.push({ owner, id: (await billed(app, owner, bill)).id });
    }
    const [failing, other] = drafts;
    if (failing === undefined || other === undefined) throw new Error('No drafts');
    await app.database.query(`UPDATE invoices SET next_action_at = now() WHERE id IN ($1, $2)`, [
      failing.id,
      other.id,
    ]);
    await misdeeds.during(app, failing.owner.id, 'returns a negative amount', () =>
      app.app.get(InvoicesDue, { strict: false }).run(),
    );
    expect(await bodyOf(other.owner.get(`/v1/invoices/${other.id}`))).toMatchObject({ status: 'finalized' });
    const [draft] = await app.database.query('SELECT status, billing_error FROM invoices WHERE id = $1', [
      failing.id,
    ]);
    expect(draft).toMatchObject({
      status: 'draft',
      billing_error: {
        code: 'extension_failed',
        message: expect.stringContaining('HostileDiscounts') as string,
      },
    });
  });
}
