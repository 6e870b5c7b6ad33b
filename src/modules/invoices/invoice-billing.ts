import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { itemAt } from '../../platform/domain/item-at';
import { CustomerBillingTerms, type BillingTerms } from '../customers';
import { BillPipeline, type ComposedBill } from './compose/bill-pipeline';
import type { Invoice } from './invoice';
import { InvoiceFinalization } from './invoice-finalization';
import type { BilledUsage } from './invoice-lines';
import { withCleanRangeError } from './invoice.errors';
import { totalOf } from './invoice.rules';
import { InvoicesRepository } from './invoices.repository';
import { newInvoice, withFees } from './new-invoice';
import { isSkippedIfEmpty, type SubscriptionBill } from './subscription-bill';

export interface BilledInvoice {
  id: string;
  /** ID of the fee created from `SubscriptionBill.fee`; null if the bill has none. */
  subscriptionFeeId: string | null;
}

/** An invoice that was computed but not created, before credit notes and wallets. */
export interface BillPreview extends Omit<ComposedBill, 'events'> {
  currency: string;
  totalAmountCents: bigint;
}

/** A bill with its invoice, which has no fees yet. */
interface NewBill {
  bill: SubscriptionBill;
  invoice: Invoice;
  /** Whether there is no grace period. */
  isFinal: boolean;
}

/** Creates the invoices of subscriptions (docs/billing-rules.md#invoices). */
@Injectable()
export class InvoiceBilling {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly pipeline: BillPipeline,
    private readonly finalization: InvoiceFinalization,
    private readonly billingTerms: CustomerBillingTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Creates the invoice of one bill. See `billAll`. */
  async bill(tx: Transaction, bill: SubscriptionBill): Promise<BilledInvoice | null> {
    const [billed = null] = await this.billAll(tx, [bill]);
    return billed;
  }

  /**
   * Creates the invoices of bills of one organization, as drafts for customers with a grace period, and emits their events.
   * Idempotent per subscription, billing period and occasion: a repeated bill returns the existing invoice. Returns null for
   * an empty bill that creates none (`SubscriptionBill.skippedIfEmpty`).
   *
   * The given order decides which bill gets what is left of a discount or of credit. Locks the customers.
   *
   * @throws InvoiceTooLargeError if an amount is greater than 2^53-1.
   */
  async billAll(tx: Transaction, bills: readonly SubscriptionBill[]): Promise<(BilledInvoice | null)[]> {
    const asked = await this.newBills(tx, bills);
    // Insert the rows first: their unique key decides which concurrent transaction bills, and rows of line sources can
    // reference them.
    const inserted = await this.repository.insertNew(
      tx,
      asked.map((it) => it.invoice),
    );
    const created = asked.filter((it) => inserted.has(it.invoice.id));
    const invoices = new Map((await this.create(tx, created)).map((it) => [it.id, it]));
    const billed: (BilledInvoice | null)[] = [];
    for (const { bill, invoice } of asked) {
      const isSkipped = inserted.has(invoice.id) && !invoices.has(invoice.id);
      if (isSkipped) billed.push(null);
      else billed.push(toBilled(invoices.get(invoice.id) ?? (await this.existing(tx, bill))));
    }
    return billed;
  }

  /**
   * Computes the invoices that bills of one organization would create together now, in the given order, before credit notes
   * and wallets are applied. Leaves out empty bills that would create none. Writes and locks nothing.
   *
   * @throws InvoiceTooLargeError
   */
  async previewAll(tx: Transaction, bills: readonly SubscriptionBill[]): Promise<BillPreview[]> {
    if (bills.length === 0) return [];
    const previews = await withCleanRangeError(() => this.compose(tx, bills));
    const terms = await this.billingTerms.ofAll(tx, ...customersOf(bills));
    return previews.filter(({ fees }, index) => {
      const bill = itemAt(bills, index);
      const isFinal = terms.get(bill.customerId)?.invoiceGracePeriod === 0;
      return fees.length > 0 || !isSkippedIfEmpty(bill, isFinal);
    });
  }

  /**
   * Computes the invoice of one bill with simulated instead of reported usage, even if it is empty.
   *
   * @param usage null for none.
   * @throws AmountOutOfRangeError
   */
  async previewWithUsage(
    tx: Transaction,
    bill: SubscriptionBill,
    usage: BilledUsage | null,
  ): Promise<BillPreview> {
    return itemAt(await this.compose(tx, [bill], usage), 0);
  }

  private async compose(
    tx: Transaction,
    bills: readonly SubscriptionBill[],
    simulatedUsage?: BilledUsage | null,
  ): Promise<BillPreview[]> {
    const simulated = simulatedUsage === undefined ? {} : { simulatedUsage };
    const toCompose = bills.map((bill) => ({ bill, invoiceId: null, isFinal: false, ...simulated }));
    const composed = await this.pipeline.composeBills(tx, toCompose);
    return composed.map(({ events: _, ...amounts }, index) => {
      const totalAmountCents = totalOf({
        ...amounts,
        creditNotesAmountCents: 0n,
        prepaidCreditAmountCents: 0n,
      });
      return { ...amounts, currency: itemAt(bills, index).currency, totalAmountCents };
    });
  }

  private async newBills(tx: Transaction, bills: readonly SubscriptionBill[]): Promise<NewBill[]> {
    if (bills.length === 0) return [];
    const [organizationId, customerIds] = customersOf(bills);
    await this.billingTerms.lock(tx, organizationId, customerIds);
    const terms = await this.billingTerms.forInvoices(tx, organizationId, customerIds);
    const now = this.clock.now();
    return bills.map((bill) => {
      const own = terms.get(bill.customerId);
      if (own === undefined) throw new Error(`Customer ${bill.customerId} of a bill does not exist`);
      return { bill, invoice: draftFor(bill, own, now), isFinal: own.invoiceGracePeriod === 0 };
    });
  }

  private async create(tx: Transaction, bills: readonly NewBill[]): Promise<Invoice[]> {
    const toCompose = bills.map(({ bill, invoice, isFinal }) => ({ bill, invoiceId: invoice.id, isFinal }));
    const composed = await withCleanRangeError(() => this.pipeline.composeBills(tx, toCompose));
    const all = composed.map((it, index) => {
      const { bill, invoice, isFinal } = itemAt(bills, index);
      const isSkipped = it.fees.length === 0 && isSkippedIfEmpty(bill, isFinal);
      return { draft: withFees(invoice, it), isFinal, isSkipped, events: it.events };
    });
    const skipped = all.filter((it) => it.isSkipped);
    await this.repository.deleteNew(
      tx,
      skipped.map((it) => it.draft),
    );
    const created = all.filter((it) => !it.isSkipped);
    await this.repository.insertLines(
      tx,
      created.map((it) => it.draft),
    );
    return this.finalization.issue(tx, created);
  }

  private async existing(tx: Transaction, bill: SubscriptionBill): Promise<Invoice> {
    const { subscription, periodId, occasion } = bill;
    const key = { subscriptionId: subscription.id, periodId, occasion };
    const invoice = await this.repository.findByOccasion(tx, bill.organizationId, key);
    if (invoice === null) throw new Error(`There is no invoice for ${JSON.stringify(key)}`);
    return invoice;
  }
}

/** Returns the organization of the bills, and their customers. */
function customersOf(bills: readonly SubscriptionBill[]): [organizationId: string, customerIds: string[]] {
  const customerIds = [...new Set(bills.map((it) => it.customerId))];
  return [bills[0]?.organizationId ?? '', customerIds];
}

function draftFor(bill: SubscriptionBill, terms: BillingTerms, now: Date): Invoice {
  const { organizationId, customerId, currency, billedAt } = bill;
  const about = { organizationId, customerId, currency, bill, billedAt, graceDays: terms.invoiceGracePeriod };
  return newInvoice({ ...about, invoiceType: 'subscription' }, terms, now);
}

function toBilled({ id, fees }: Invoice): BilledInvoice {
  return { id, subscriptionFeeId: fees.find((it) => it.type === 'subscription')?.id ?? null };
}
