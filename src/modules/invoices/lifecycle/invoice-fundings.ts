import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { BillExtensions } from '../compose/bill-extensions';
import type { Spending } from '../compose/spending';
import { INVOICE_FUNDING, type Funding } from '../extensions/invoice-funding';
import type { Invoice } from '../invoice';
import { InvoicesRepository } from '../invoices.repository';

/** An invoice with what funders paid of it. */
export interface FundedInvoice {
  invoice: Invoice;
  creditNotesAmountCents: bigint;
  prepaidCreditAmountCents: bigint;
  /** Of the funders; they follow the invoice's own. */
  events: DomainEvent[];
}

/** A payment of one funder. */
interface SourceFunding {
  source: string;
  amountCents: bigint;
}

/** The last step of every final bill: what it is paid from without money. */
@Injectable()
export class InvoiceFundings {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly extensions: BillExtensions,
  ) {}

  /** Funds invoices of one organization in the order given. */
  async fund(tx: Transaction, invoices: readonly Invoice[], spending: Spending): Promise<FundedInvoice[]> {
    const funded: FundedInvoice[] = [];
    const rows: (SourceFunding & { organizationId: string; invoiceId: string })[] = [];
    for (const invoice of invoices) {
      const { organizationId, id: invoiceId } = invoice;
      const { fundings, events } = await this.fundOne(tx, invoice, spending);
      rows.push(...fundings.map((it) => ({ ...it, organizationId, invoiceId })));
      funded.push({ invoice, ...amountsOf(fundings), events });
    }
    await this.repository.insertFundings(tx, rows);
    return funded;
  }

  private async fundOne(
    tx: Transaction,
    invoice: Invoice,
    spending: Spending,
  ): Promise<{ fundings: SourceFunding[]; events: DomainEvent[] }> {
    const { organizationId, id: invoiceId, customerId, currency } = invoice;
    const fundings: SourceFunding[] = [];
    const events: DomainEvent[] = [];
    let { amountDueCents } = invoice;
    for (const [funder, customerIds] of spending.funders) {
      if (amountDueCents === 0n) break;
      if (!customerIds.has(customerId)) continue;
      const about = { organizationId, invoiceId, customerId, currency, amountDueCents };
      const funding = await this.extensions.call(tx, INVOICE_FUNDING, funder, async (it) =>
        checked(await it.fund(tx, about), about),
      );
      amountDueCents -= funding.amountCents;
      events.push(...funding.events);
      const { source } = funder;
      if (funding.amountCents > 0n) fundings.push({ source, amountCents: funding.amountCents });
    }
    return { fundings, events };
  }
}

function checked(funding: Funding, invoice: { amountDueCents: bigint; currency: string }): Funding {
  const { amountCents, currency } = funding;
  if (currency !== invoice.currency) {
    throw new RangeError(`It paid in ${currency} for an invoice in ${invoice.currency}`);
  }
  if (amountCents < 0n || amountCents > invoice.amountDueCents) {
    throw new RangeError(`It paid ${amountCents} of an invoice on which ${invoice.amountDueCents} is due`);
  }
  return funding;
}

function amountsOf(
  fundings: readonly SourceFunding[],
): Pick<FundedInvoice, 'creditNotesAmountCents' | 'prepaidCreditAmountCents'> {
  const sumOf = (isCounted: (source: string) => boolean): bigint =>
    fundings.filter((it) => isCounted(it.source)).reduce((sum, it) => sum + it.amountCents, 0n);
  return {
    creditNotesAmountCents: sumOf((source) => source === 'credit_notes'),
    prepaidCreditAmountCents: sumOf((source) => source !== 'credit_notes'),
  };
}
