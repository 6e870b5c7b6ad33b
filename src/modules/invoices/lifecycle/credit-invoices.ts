import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { CustomerBillingTerms } from '../../customers';
import { creditLine } from '../compose/bill-line';
import { BillPipeline } from '../compose/bill-pipeline';
import { NO_SPENDING } from '../compose/spending';
import type { Invoice } from '../invoice';
import { InvoicesRepository } from '../invoices.repository';
import { InvoiceFinalization } from './invoice-finalization';
import { newInvoice, withFees } from './new-invoice';

/** The sale of prepaid credits. */
export interface CreditSale {
  customerId: string;
  currency: string;
  description: string;
  /** Decimal string. */
  credits: string;
  /** Of one credit, in major units. */
  rateAmount: string;
  amountCents: bigint;
}

/** Makes the invoices of prepaid credits, which have no taxes and use no credit (docs/billing-rules.md#paid-top-ups). */
@Injectable()
export class CreditInvoices {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly customers: CustomerBillingTerms,
    private readonly pipeline: BillPipeline,
    private readonly finalization: InvoiceFinalization,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Writes a draft; the caller takes its locks, then calls `issue` in the same transaction. */
  async prepare(tx: Transaction, organizationId: string, sale: CreditSale): Promise<Invoice> {
    const { customerId, currency } = sale;
    const terms = await this.customers.require(tx, organizationId, customerId);
    const now = this.clock.now();
    const about = { organizationId, customerId, currency, bill: null, billedAt: now, graceDays: 0 };
    const empty = newInvoice({ ...about, invoiceType: 'credit' }, terms, now);
    const draft = withFees(empty, this.pipeline.composeUntaxed(empty, [creditLine(sale)]));
    await this.repository.insertNew(tx, [draft]);
    await this.repository.insertLines(tx, [draft]);
    return draft;
  }

  /** Makes it final, late: the counter of numbers is locked last. */
  async issue(tx: Transaction, draft: Invoice): Promise<void> {
    await this.finalization.issue(tx, [{ draft, isFinal: true, events: [] }], NO_SPENDING);
  }
}
