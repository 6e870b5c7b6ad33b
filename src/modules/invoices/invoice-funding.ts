import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';

/** What an invoice still asks for while it is being finalized. */
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
   * Uses what there is, at most the amount due. The events are appended after the invoice's own.
   */
  fund(tx: Transaction, invoice: FundableInvoice): Promise<{ amountCents: bigint; events: DomainEvent[] }>;
  /** Gives back what `fund` used: the invoice is voided. */
  release(
    tx: Transaction,
    invoice: Omit<FundableInvoice, 'amountDueCents'>,
  ): Promise<{ events: DomainEvent[] }>;
}

/** The order of billing-rules.md, Invoices: credit notes, then wallets. */
export const FUNDING_ORDER = ['credit_notes', 'wallets'] as const;
export type FundingKind = (typeof FUNDING_ORDER)[number];

/** Where the modules above offer what invoices are paid from at finalization. */
@Injectable()
export class InvoiceFunding {
  private readonly funders = new Map<FundingKind, InvoiceFunder>();

  register(kind: FundingKind, funder: InvoiceFunder): void {
    this.funders.set(kind, funder);
  }

  /** In funding order. */
  all(): readonly { kind: FundingKind; funder: InvoiceFunder }[] {
    return FUNDING_ORDER.flatMap((kind) => {
      const funder = this.funders.get(kind);
      return funder === undefined ? [] : [{ kind, funder }];
    });
  }
}
