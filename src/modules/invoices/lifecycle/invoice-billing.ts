import { Inject, Injectable } from '@nestjs/common';
import { dueDate, issuingDate } from '../../../platform/calendar';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { withinRange } from '../../../platform/errors/within-range';
import { CustomerBillingTerms, type BillingTerms } from '../../customers';
import type { BilledUsage } from '../compose/bill-line';
import { BillPipeline, type ComposedBill } from '../compose/bill-pipeline';
import { Spendings, type Spending } from '../compose/spending';
import { isSkippedIfEmpty, type SubscriptionBill } from '../compose/subscription-bill';
import type { Invoice } from '../invoice';
import { withinInvoiceRange } from '../invoice.errors';
import { InvoicesRepository } from '../invoices.repository';
import { InvoiceFinalization } from './invoice-finalization';
import { newInvoice, withFees } from './new-invoice';

/** The invoice of a bill. */
export interface BilledInvoice {
  id: string;
  /** The fee of `SubscriptionBill.fee`; null without one. */
  subscriptionFeeId: string | null;
}

/** An invoice that does not exist. */
export interface InvoicePreview extends Omit<ComposedBill, 'events'> {
  customerId: string;
  currency: string;
  billingPeriod: { from: Date; to: Date };
  issuingDate: string;
  paymentDueDate: string;
}

/** A bill with its invoice, which is still without fees. */
interface NewBill {
  bill: SubscriptionBill;
  invoice: Invoice;
  /** Whether there is no grace period. */
  isFinal: boolean;
}

/** Makes the invoices of subscriptions (docs/billing-rules.md#invoices). */
@Injectable()
export class InvoiceBilling {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly pipeline: BillPipeline,
    private readonly finalization: InvoiceFinalization,
    private readonly spendings: Spendings,
    private readonly terms: CustomerBillingTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Makes the invoices of bills of one organization, with their events: drafts while the customer's grace period lasts.
   * Exactly one per billing period and occasion; for a bill that has its invoice already, returns that one, and null for an
   * empty bill that makes none.
   *
   * In the order given, which decides who gets the rest of a coupon or credit. The number of statements depends neither on
   * the number of bills nor on that of their charges, but for what extensions do.
   *
   * @throws InvoiceTooLargeError beyond 2^53-1 cents.
   */
  async bill(tx: Transaction, bills: readonly SubscriptionBill[]): Promise<(BilledInvoice | null)[]> {
    const [first] = bills;
    if (first === undefined) return [];
    const asked = await this.newBills(tx, bills);
    const customersOf = (isFinal: boolean) =>
      asked.filter((it) => it.isFinal === isFinal).map((it) => it.bill.customerId);
    const spending = await this.spendings.lock(
      tx,
      first.organizationId,
      customersOf(true),
      customersOf(false),
    );
    // The rows come first: they decide who bills, and what line sources write can refer to them.
    const inserted = await this.repository.insertNew(
      tx,
      asked.map((it) => it.invoice),
    );
    const made = asked.filter((it) => inserted.has(it.invoice.id));
    const invoices = new Map((await this.make(tx, made, spending)).map((it) => [it.id, it]));
    const billed: (BilledInvoice | null)[] = [];
    for (const { bill, invoice } of asked) {
      const isSkipped = inserted.has(invoice.id) && !invoices.has(invoice.id);
      if (isSkipped) billed.push(null);
      else billed.push(toBilled(invoices.get(invoice.id) ?? (await this.existing(tx, bill))));
    }
    return billed;
  }

  /**
   * Returns the invoice that a bill would make now, before credit notes and wallets. Writes and locks nothing.
   *
   * @param simulatedUsage instead of the usage that was counted.
   * @throws ValidationFailedError naming `usage` when simulated usage exceeds 2^53-1 cents, else InvoiceTooLargeError.
   */
  async preview(
    tx: Transaction,
    bill: SubscriptionBill,
    simulatedUsage?: BilledUsage,
  ): Promise<InvoicePreview> {
    const compose = () => this.previewOf(tx, [bill], simulatedUsage);
    const previews =
      simulatedUsage === undefined ? withinInvoiceRange(compose) : withinRange('usage', compose);
    return at(await previews, 0);
  }

  /**
   * As `preview`, of several bills of one organization that would be made together, in the order given; without those that
   * make no invoice because they are empty.
   */
  async previewAll(tx: Transaction, bills: readonly SubscriptionBill[]): Promise<InvoicePreview[]> {
    const previews = await withinInvoiceRange(() => this.previewOf(tx, bills));
    const terms = await this.termsOf(tx, bills);
    return previews.filter(({ fees }, index) => {
      const { bill, terms: own } = at(terms, index);
      return fees.length > 0 || !isSkippedIfEmpty(bill, own.invoiceGracePeriod === 0);
    });
  }

  private async previewOf(
    tx: Transaction,
    bills: readonly SubscriptionBill[],
    simulatedUsage?: BilledUsage,
  ): Promise<InvoicePreview[]> {
    const [first] = bills;
    if (first === undefined) return [];
    const terms = await this.termsOf(tx, bills);
    const customerIds = bills.map((it) => it.customerId);
    const spending = await this.spendings.ofDrafts(tx, first.organizationId, customerIds);
    const toCompose = bills.map((bill) => ({ bill, simulatedUsage, invoiceId: null, isFinal: false }));
    const composed = await this.pipeline.composeBills(tx, toCompose, spending);
    return composed.map(({ events: _, ...amounts }, index) => {
      const { bill, terms: own } = at(terms, index);
      const { customerId, currency, billingPeriod } = bill;
      const issuedOn = issuingDate(bill.billedAt, own.timezone, own.invoiceGracePeriod);
      const dates = { issuingDate: issuedOn, paymentDueDate: dueDate(issuedOn, own.netPaymentTerm) };
      return { ...amounts, customerId, currency, billingPeriod, ...dates };
    });
  }

  private async newBills(tx: Transaction, bills: readonly SubscriptionBill[]): Promise<NewBill[]> {
    const now = this.clock.now();
    return (await this.termsOf(tx, bills)).map(({ bill, terms }) => {
      const { organizationId, customerId, currency, billedAt } = bill;
      const { invoiceGracePeriod: graceDays } = terms;
      const about = { organizationId, customerId, currency, bill, billedAt, graceDays };
      const invoice = newInvoice({ ...about, invoiceType: 'subscription' }, terms, now);
      return { bill, invoice, isFinal: graceDays === 0 };
    });
  }

  private async termsOf(
    tx: Transaction,
    bills: readonly SubscriptionBill[],
  ): Promise<{ bill: SubscriptionBill; terms: BillingTerms }[]> {
    const [first] = bills;
    if (first === undefined) return [];
    const customerIds = bills.map((it) => it.customerId);
    const terms = await this.terms.ofAll(tx, first.organizationId, customerIds);
    return bills.map((bill) => {
      const own = terms.get(bill.customerId);
      if (own === undefined) throw new Error(`Customer ${bill.customerId} of a bill does not exist`);
      return { bill, terms: own };
    });
  }

  private async make(tx: Transaction, made: readonly NewBill[], spending: Spending): Promise<Invoice[]> {
    const toCompose = made.map(({ bill, invoice, isFinal }) => ({ bill, invoiceId: invoice.id, isFinal }));
    const composed = await withinInvoiceRange(() => this.pipeline.composeBills(tx, toCompose, spending));
    const all = composed.map((it, index) => {
      const { bill, invoice, isFinal } = at(made, index);
      const isSkipped = it.fees.length === 0 && isSkippedIfEmpty(bill, isFinal);
      return { draft: withFees(invoice, it), isFinal, isSkipped, events: it.events };
    });
    await this.repository.deleteEmpty(
      tx,
      all.filter((it) => it.isSkipped).map((it) => it.draft),
    );
    const drafts = all.filter((it) => !it.isSkipped);
    await this.repository.insertLines(
      tx,
      drafts.map((it) => it.draft),
    );
    return this.finalization.issue(tx, drafts, spending);
  }

  private async existing(tx: Transaction, bill: SubscriptionBill): Promise<Invoice> {
    const { subscription, periodId, occasion } = bill;
    const key = { subscriptionId: subscription.id, periodId, occasion };
    const invoice = await this.repository.findByOccasion(tx, bill.organizationId, key);
    if (invoice === null) throw new Error(`No invoice of ${JSON.stringify(key)}`);
    return invoice;
  }
}

function toBilled({ id, fees }: Invoice): BilledInvoice {
  return { id, subscriptionFeeId: fees.find((it) => it.type === 'subscription')?.id ?? null };
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no item ${index}`);
  return item;
}
