import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../platform/database/pg-errors';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { logger } from '../../platform/observability/logger';
import { billingErrorAfter, describeBillingFailure } from './billing-error';
import { InvoiceDebts } from './invoice-debts';
import { InvoiceFinalization } from './invoice-finalization';
import { overdueState } from './invoice.rules';
import { InvoicesRepository, type InvoiceKey } from './invoices.repository';

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
    while (await this.runNext()) count += 1;
    return count;
  }

  /** Returns false if no invoice is due, or if other processes have locked all due invoices. */
  private async runNext(): Promise<boolean> {
    const claim: { key: InvoiceKey | null } = { key: null };
    try {
      return await this.transactions.run(async (tx) => {
        const key = await this.repository.claimDue(tx, this.clock.now());
        if (key === null) return false;
        claim.key = key;
        await this.transactions.confine(tx, key.organizationId, () => this.process(tx, key));
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

  private async process(tx: Transaction, { organizationId, id }: InvoiceKey): Promise<void> {
    const invoice = await this.repository.findForUpdate(tx, organizationId, id);
    if (invoice === null) return;
    if (invoice.status === 'draft') {
      await this.finalization.finalize(tx, invoice);
      return;
    }
    const now = this.clock.now();
    const after = { ...invoice, ...overdueState(invoice, now), billingError: null, updatedAt: now };
    await this.repository.updateBalance(tx, after);
    await this.debts.changed(tx, invoice, after);
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
