import type { Transaction } from '../../../platform/database/transactions';
import { extensionPoint } from '../../../platform/extensions';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';

/**
 * Pays part of an invoice, when it is finalized, out of what the customer already has with us
 * (docs/extending.md#invoice-funding). Credit notes have the order 100, wallets 200.
 */
export const INVOICE_FUNDING = extensionPoint<InvoiceFunder>('invoice funding');

/** A final invoice, as a funder sees it. */
export interface FundableInvoice {
  readonly organizationId: string;
  readonly invoiceId: string;
  readonly customerId: string;
  readonly currency: string;
  /** What earlier funders left of its total; above 0. */
  readonly amountDueCents: bigint;
}

/** What a funder pays of an invoice. */
export interface Funding {
  /** 0 to the amount due. */
  readonly amountCents: bigint;
  /** Must be the currency of the invoice. */
  readonly currency: string;
  /** To append; they follow the invoice's own. The funder appends none itself. */
  readonly events: readonly DomainEvent[];
}

/** An extension that pays invoices. Conformance suite: `test/conformance/invoice-funding.suite.ts`. */
export interface InvoiceFunder {
  /**
   * Marks what this funder paid, e.g. `wallets`. Never changes. `credit_notes` shows in `credit_notes_amount_cents`, every
   * other one in `prepaid_credit_amount_cents`.
   */
  readonly source: string;

  /**
   * Returns the ids of the customers that may have something to pay with, so that a batch of invoices asks `fund` of no
   * others. Asked of all if it is left out.
   */
  customersConcerned?(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<readonly string[]>;

  /** Uses what the customer has, at most the amount due. Called under the lock on the customer. */
  fund(tx: Transaction, invoice: FundableInvoice): Promise<Funding>;

  /**
   * Gives back what `fund` used, because the invoice is voided. Called under the lock on the customer.
   *
   * @returns the events to append; they follow `invoice.voided`.
   */
  release(tx: Transaction, invoice: Omit<FundableInvoice, 'amountDueCents'>): Promise<readonly DomainEvent[]>;
}
