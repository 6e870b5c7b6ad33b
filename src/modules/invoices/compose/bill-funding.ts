import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { returnedEvents } from '../../../platform/outbox/returned-events';
import {
  INVOICE_FUNDING,
  type FundableInvoice,
  type Funding,
  type InvoiceFunder,
} from '../extensions/invoice-funding';
import type { Invoice } from '../invoice';
import { InvoiceFundingEntity } from '../invoice.entity';
import { BillExtensions } from './bill-extensions';

/** The funders whose amounts have records of their own: credit notes and wallets. */
const RECORDED = ['credit_notes', 'wallets'];

/** The amounts that funders paid of an invoice. */
export interface FundedAmounts {
  creditNotesAmountCents: bigint;
  prepaidCreditAmountCents: bigint;
  /** Events of the funders, to append after those of the invoice. */
  events: DomainEvent[];
}

/** The last step of every final bill: what the customer already has pays it (docs/billing-rules.md#invoices). */
@Injectable()
export class BillFunding {
  constructor(private readonly extensions: BillExtensions) {}

  /**
   * Funds the final invoices of an organization in the given order: of two invoices of a customer, the second gets what the
   * first has left. Calls the funders in their order, until nothing is due. The caller has locked the customers.
   */
  async fundAll(tx: Transaction, invoices: readonly Invoice[]): Promise<FundedAmounts[]> {
    const concerned = await this.concernedBy(tx, invoices);
    const funded: FundedAmounts[] = [];
    for (const invoice of invoices) funded.push(await this.fund(tx, invoice, concerned));
    return funded;
  }

  /** Returns the customers for whom a funder may pay something, by funder. Calls each funder once. */
  private async concernedBy(
    tx: Transaction,
    invoices: readonly Invoice[],
  ): Promise<Map<InvoiceFunder, Set<string>>> {
    const concerned = new Map<InvoiceFunder, Set<string>>();
    const due = invoices.filter((it) => it.amountDueCents > 0n);
    const [first] = due;
    if (first === undefined) return concerned;
    const customerIds = [...new Set(due.map((it) => it.customerId))];
    for (const funder of this.extensions.of(INVOICE_FUNDING)) {
      const ids = await this.extensions.call(tx, INVOICE_FUNDING, funder, async (it) =>
        it.customersConcerned === undefined
          ? customerIds
          : it.customersConcerned(tx, first.organizationId, customerIds),
      );
      concerned.set(funder, new Set(ids));
    }
    return concerned;
  }

  private async fund(
    tx: Transaction,
    invoice: Invoice,
    concerned: ReadonlyMap<InvoiceFunder, ReadonlySet<string>>,
  ): Promise<FundedAmounts> {
    const { organizationId, id: invoiceId, customerId, currency } = invoice;
    const funded: FundedAmounts = { creditNotesAmountCents: 0n, prepaidCreditAmountCents: 0n, events: [] };
    let { amountDueCents } = invoice;
    for (const [funder, customerIds] of concerned) {
      if (amountDueCents === 0n) break;
      if (!customerIds.has(customerId)) continue;
      const about = { organizationId, invoiceId, customerId, currency, amountDueCents };
      const { amountCents, events } = await this.extensions.call(tx, INVOICE_FUNDING, funder, async (it) =>
        checked(await it.fund(tx, about), about),
      );
      const { source } = funder;
      if (source === 'credit_notes') funded.creditNotesAmountCents += amountCents;
      else funded.prepaidCreditAmountCents += amountCents;
      if (amountCents > 0n && !RECORDED.includes(source)) {
        await tx.insert(InvoiceFundingEntity, { organizationId, invoiceId, source, amountCents });
      }
      amountDueCents -= amountCents;
      funded.events.push(...events);
    }
    return funded;
  }

  /**
   * Restores the amounts that funders paid of an invoice, because it is voided.
   *
   * @returns the events, to append after those of the invoice.
   */
  async release(tx: Transaction, invoice: Omit<FundableInvoice, 'amountDueCents'>): Promise<DomainEvent[]> {
    const events: DomainEvent[] = [];
    for (const funder of this.extensions.of(INVOICE_FUNDING)) {
      const released = await this.extensions.call(tx, INVOICE_FUNDING, funder, async (it) =>
        returnedEvents(await it.release(tx, invoice), invoice.organizationId),
      );
      events.push(...released);
    }
    return events;
  }
}

function checked(funding: Funding, invoice: FundableInvoice): Funding {
  const { amountCents, currency } = funding;
  if (currency !== invoice.currency) {
    throw new RangeError(`it paid in ${currency}, but the invoice is in ${invoice.currency}`);
  }
  if (amountCents < 0n || amountCents > invoice.amountDueCents) {
    throw new RangeError(`it paid ${amountCents}, but the amount due is ${invoice.amountDueCents}`);
  }
  return { ...funding, events: returnedEvents(funding.events, invoice.organizationId) };
}
