import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { Outbox } from '../../platform/outbox/outbox';
import { CustomerBillingTerms, type BillingTerms } from '../customers';
import type { Taxed } from '../taxes';
import type { Invoice } from './invoice';
import { InvoiceComposer } from './invoice-composer';
import { aboutInvoice } from './invoice-event';
import { InvoiceFinalization } from './invoice-finalization';
import { withCleanRangeError } from './invoice.errors';
import { InvoiceCreated } from './invoice.events';
import { InvoicesRepository } from './invoices.repository';
import { newInvoice, withFees } from './new-invoice';
import { isSkippedIfEmpty, type SubscriptionBill } from './subscription-bill';

export interface BilledInvoice {
  id: string;
  /** ID of the fee created from `SubscriptionBill.fee`; null if the bill has none. */
  subscriptionFeeId: string | null;
}

/** The amounts of an invoice that was computed but not created. */
export interface BillPreview {
  currency: string;
  fees: readonly Taxed[];
  feesAmountCents: bigint;
  taxesAmountCents: bigint;
  totalAmountCents: bigint;
}

/** Creates the invoices of subscriptions (docs/billing-rules.md). */
@Injectable()
export class InvoiceBilling {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly composer: InvoiceComposer,
    private readonly finalization: InvoiceFinalization,
    private readonly billingTerms: CustomerBillingTerms,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates the invoice, as a draft if the customer has a grace period, and emits its events. Idempotent per
   * subscription, billing period and occasion: a repeated call returns the existing invoice. Returns null for an
   * empty bill that creates none (`SubscriptionBill.skippedIfEmpty`).
   *
   * @throws InvoiceTooLargeError if an amount is greater than 2^53-1.
   */
  async bill(tx: Transaction, bill: SubscriptionBill): Promise<BilledInvoice | null> {
    const terms = await this.billingTerms.forInvoice(tx, bill.organizationId, bill.customerId);
    const empty = draftFor(bill, terms, this.clock.now());
    // Insert the row first: its unique key decides which concurrent transaction bills, and rows of line
    // sources can reference it.
    if (!(await this.repository.insert(tx, empty))) return this.existing(tx, bill);
    const isFinal = terms.invoiceGracePeriod === 0;
    const draft = await this.compose(tx, bill, empty, isFinal);
    if (draft.fees.length === 0 && isSkippedIfEmpty(bill, isFinal)) {
      await this.repository.deleteDraft(tx, draft);
      return null;
    }
    if (isFinal) await this.finalization.issue(tx, draft);
    else await this.outbox.append(tx, InvoiceCreated.of(aboutInvoice(draft)));
    return billed(draft);
  }

  /**
   * Computes the invoice that `bill` would create now, before credit notes and wallets are applied; null for an
   * empty bill that would create none.
   *
   * @throws InvoiceTooLargeError
   */
  preview(tx: Transaction, bill: SubscriptionBill): Promise<BillPreview | null> {
    return withCleanRangeError(async () => {
      const { organizationId, customerId, currency } = bill;
      const lines = await this.composer.linesOf(tx, bill, null, false);
      const terms = await this.billingTerms.of(tx, organizationId, customerId);
      if (lines.length === 0 && isSkippedIfEmpty(bill, terms.invoiceGracePeriod === 0)) return null;
      const { fees, feesAmountCents, taxesAmountCents } = await this.composer.compose(tx, bill, lines);
      return {
        currency,
        fees,
        feesAmountCents,
        taxesAmountCents,
        totalAmountCents: feesAmountCents + taxesAmountCents,
      };
    });
  }

  private compose(
    tx: Transaction,
    bill: SubscriptionBill,
    empty: Invoice,
    isFinal: boolean,
  ): Promise<Invoice> {
    return withCleanRangeError(async () => {
      const lines = await this.composer.linesOf(tx, bill, empty.id, isFinal);
      const draft = withFees(empty, await this.composer.compose(tx, empty, lines));
      await this.repository.insertFees(tx, draft);
      // If the invoice is finalized immediately, finalization writes the row.
      if (!isFinal) await this.repository.updateDraft(tx, draft);
      return draft;
    });
  }

  private async existing(tx: Transaction, bill: SubscriptionBill): Promise<BilledInvoice> {
    const { subscription, periodId, occasion } = bill;
    const key = { subscriptionId: subscription.id, periodId, occasion };
    const invoice = await this.repository.findByOccasion(tx, bill.organizationId, key);
    if (invoice === null) throw new Error(`There is no invoice for ${JSON.stringify(key)}`);
    return billed(invoice);
  }
}

function draftFor(bill: SubscriptionBill, terms: BillingTerms, now: Date): Invoice {
  const { organizationId, customerId, currency, billedAt } = bill;
  const about = { organizationId, customerId, currency, bill, billedAt, graceDays: terms.invoiceGracePeriod };
  return newInvoice({ ...about, invoiceType: 'subscription' }, terms, now);
}

function billed({ id, fees }: Invoice): BilledInvoice {
  return { id, subscriptionFeeId: fees.find((it) => it.type === 'subscription')?.id ?? null };
}
