import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../platform/database/pg-errors';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { logger } from '../../platform/observability/logger';
import { CustomerBillingTerms } from '../customers';
import { billingErrorAfter, describeBillingFailure } from './billing-error';
import { InvoiceDebts } from './invoice-debts';
import { InvoiceFinalization } from './invoice-finalization';
import { overdueState } from './invoice.rules';
import { InvoicesRepository, type DueInvoice, type InvoiceKey } from './invoices.repository';

/**
 * Processes due invoices: finalizes drafts whose grace period is over, and marks overdue invoices. An invoice whose
 * action fails is set aside (docs/billing-rules.md#billing-errors).
 */
@Injectable()
export class InvoicesDue {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: InvoicesRepository,
    private readonly finalization: InvoiceFinalization,
    private readonly debts: InvoiceDebts,
    private readonly customers: CustomerBillingTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns when the next invoice is due for processing, across all organizations; null if there is none. */
  nextDueAt(): Promise<Date | null> {
    return this.repository.nextActionAt(this.transactions.reader);
  }

  /**
   * Processes all due invoices, oldest first, one per transaction. Returns the number of processed invoices.
   */
  async run(): Promise<number> {
    let count = 0;
    const passedOver: string[] = [];
    while (await this.runNext(passedOver)) count += 1;
    return count - passedOver.length;
  }

  /**
   * Finds the next invoice without locking it, because its customer must be locked before it (docs/decisions.md#lock-order).
   *
   * @param passedOver IDs of the invoices whose customer another transaction has locked; the next run processes them.
   * @returns false if no other invoice is due.
   */
  private async runNext(passedOver: string[]): Promise<boolean> {
    const claim: { key: InvoiceKey | null } = { key: null };
    try {
      return await this.transactions.run(async (tx) => {
        const key = await this.repository.findDue(tx, this.clock.now(), passedOver);
        if (key === null) return false;
        claim.key = key;
        const isFree = await this.transactions.confine(tx, key.organizationId, () => this.process(tx, key));
        if (!isFree) passedOver.push(key.id);
        return true;
      });
    } catch (error) {
      if (claim.key === null || isDatabaseUnavailable(error)) throw error;
      logger.error(
        { invoice: claim.key, err: error },
        'Could not process a due invoice; it is set aside and retried later',
      );
      await this.setAside(claim.key, error);
      return true;
    }
  }

  /** Returns false without waiting if another transaction has locked the customer. */
  private async process(tx: Transaction, { organizationId, id, customerId }: DueInvoice): Promise<boolean> {
    const [locked] = await this.customers.tryLock(tx, organizationId, [customerId]);
    if (locked === undefined) return false;
    const invoice = await this.repository.findForUpdate(tx, organizationId, id);
    const now = this.clock.now();
    // Another process may have processed it before the customer was locked.
    const dueAt = invoice?.nextActionAt ?? null;
    if (invoice === null || dueAt === null || dueAt > now) return true;
    if (invoice.status === 'draft') {
      await this.finalization.finalize(tx, invoice);
      return true;
    }
    const after = { ...invoice, ...overdueState(invoice, now), billingError: null, updatedAt: now };
    await this.repository.updateBalance(tx, after);
    await this.debts.changed(tx, invoice, after);
    return true;
  }

  private setAside(key: InvoiceKey, failure: unknown): Promise<void> {
    const { organizationId, id } = key;
    return this.transactions.runFor(organizationId, async (tx) => {
      const invoice = await this.repository.findForUpdate(tx, organizationId, id);
      const now = this.clock.now();
      // Another instance may have succeeded, or may have set it aside, since the claim.
      const dueAt = invoice?.nextActionAt ?? null;
      if (invoice === null || dueAt === null || dueAt > now) return;
      const error = billingErrorAfter(invoice.billingError, describeBillingFailure(failure), now);
      await this.repository.setAside(tx, key, error);
    });
  }
}
