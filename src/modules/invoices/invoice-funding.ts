import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';

/** The fields of an invoice that a funder needs during finalization. */
export interface FundableInvoice {
  organizationId: string;
  invoiceId: string;
  customerId: string;
  currency: string;
  amountDueCents: bigint;
}

/** A source of money or credit that the customer already has, such as wallets. */
export interface InvoiceFunder {
  /**
   * Applies the customer's money or credit, at most the amount due. The returned events are appended after
   * those of the invoice.
   */
  fund(tx: Transaction, invoice: FundableInvoice): Promise<{ amountCents: bigint; events: DomainEvent[] }>;

  /** Restores the amounts that `fund` applied. Called when the invoice is voided. */
  release(
    tx: Transaction,
    invoice: Omit<FundableInvoice, 'amountDueCents'>,
  ): Promise<{ events: DomainEvent[] }>;
}

/** The order of docs/billing-rules.md: credit notes, then wallets. */
export const FUNDING_ORDER = ['credit_notes', 'wallets'] as const;
export type FundingKind = (typeof FUNDING_ORDER)[number];

/** Modules above register here what pays invoices at finalization. */
@Injectable()
export class InvoiceFunding {
  private readonly funders = new Map<FundingKind, InvoiceFunder>();

  register(kind: FundingKind, funder: InvoiceFunder): void {
    this.funders.set(kind, funder);
  }

  /** Returns all funders in funding order. */
  all(): readonly { kind: FundingKind; funder: InvoiceFunder }[] {
    return FUNDING_ORDER.flatMap((kind) => {
      const funder = this.funders.get(kind);
      return funder === undefined ? [] : [{ kind, funder }];
    });
  }
}
