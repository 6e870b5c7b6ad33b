import type { Transaction } from '../../../platform/database/transactions';
import { extensionPoint } from '../../../platform/extensions';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';

/**
 * Pays part of an invoice at its finalization from something that the customer already has
 * (docs/extending.md#invoice-funding). Credit notes have the order 100, wallets 200.
 */
export const INVOICE_FUNDING = extensionPoint<InvoiceFunder>('invoice funding');

/** A final invoice to fund. */
export interface FundableInvoice {
  readonly organizationId: string;
  readonly invoiceId: string;
  readonly customerId: string;
  readonly currency: string;
  /** Rest of the total that earlier funders have not paid, in cents; greater than 0. */
  readonly amountDueCents: bigint;
}

/** The part of an invoice that a funder pays. */
export interface Funding {
  /** In cents, from 0 to the amount due. */
  readonly amountCents: bigint;
  /** Must be the currency of the invoice. */
  readonly currency: string;
  /** Events to append after those of the invoice. */
  readonly events: readonly DomainEvent[];
}

/** A source of money or credit that the customer already has. Conformance suite: test/conformance/invoice-funding.suite.ts. */
export interface InvoiceFunder {
  /**
   * Identifies what this funder pays; never changes. The amount of `credit_notes` is in `credit_notes_amount_cents` of the
   * invoice, that of every other source in `prepaid_credit_amount_cents`.
   */
  readonly source: string;

  /**
   * Returns the IDs of the customers for whom `fund` may pay something. The service calls `fund` only for these; without
   * this method, for every customer.
   */
  customersConcerned?(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<readonly string[]>;

  /** Uses what the customer has, at most the amount due. Called with the customer locked. */
  fund(tx: Transaction, invoice: FundableInvoice): Promise<Funding>;

  /**
   * Restores what `fund` used, because the invoice is voided. Called with the customer locked.
   *
   * @returns events to append after `invoice.voided`.
   */
  release(tx: Transaction, invoice: Omit<FundableInvoice, 'amountDueCents'>): Promise<readonly DomainEvent[]>;
}
