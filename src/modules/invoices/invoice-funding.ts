import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';

/** An invoice during its finalization, as a funder sees it. */
export interface FundableInvoice {
  organizationId: string;
  invoiceId: string;
  customerId: string;
  currency: string;
  amountDueCents: bigint;
}

/** Money or credit that the customer already has with us. */
export interface InvoiceFunder {
  /**
   * Uses what the customer has, at most the amount due. The returned events are appended after those of the invoice.
   */
  fund(tx: Transaction, invoice: FundableInvoice): Promise<{ amountCents: bigint; events: DomainEvent[] }>;

  /** Gives back what `fund` used, because the invoice is voided. */
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
