import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../platform/database/pg-errors';
import { Transactions } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { itemAt } from '../../platform/domain/item-at';
import { logger } from '../../platform/observability/logger';
import { CustomerBillingTerms } from '../customers';
import { billingErrorAfter, describeBillingFailure } from './billing-error';
import type { Invoice } from './invoice';
import { InvoiceDebts } from './invoice-debts';
import { InvoiceFinalization } from './invoice-finalization';
import { overdueState } from './invoice.rules';
import { InvoicesRepository, type DueInvoice, type InvoiceKey } from './invoices.repository';

/** Maximum number of invoices that are processed in one transaction. */
const BATCH = 50;

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
   * Processes all due invoices, oldest first. A transaction processes a batch of invoices of one organization that are due
   * at the same instant; if it fails, each of them is processed alone. Returns the number of processed invoices.
   */
  async run(): Promise<number> {
    let count = 0;
    const passedOver: string[] = [];
    for (;;) {
      const batch = await this.repository.findDue(
        this.transactions.reader,
        this.clock.now(),
        passedOver,
        BATCH,
      );
      if (batch.length === 0) return count;
      const busy = await this.processAll(batch);
      passedOver.push(...busy);
      count += batch.length - busy.length;
    }
  }

  /**
   * Returns the IDs of the invoices whose customers another transaction has locked; the next run processes them. If an
   * invoice cannot be processed, it is set aside.
   */
  private async processAll(batch: readonly DueInvoice[]): Promise<string[]> {
    try {
      return await this.process(batch);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      const [first, ...others] = batch;
      if (first === undefined) return [];
      if (others.length === 0) {
        await this.setAside(first, error);
        return [];
      }
      const busy: string[] = [];
      for (const invoice of batch) busy.push(...(await this.processAll([invoice])));
      return busy;
    }
  }

  /** The customers are locked before the invoices, and without waiting (docs/decisions.md#lock-order). */
  private process(batch: readonly DueInvoice[]): Promise<string[]> {
    const { organizationId } = itemAt(batch, 0);
    return this.transactions.runFor(organizationId, async (tx) => {
      const owners = [...new Set(batch.map((it) => it.customerId))];
      const locked = new Set(await this.customers.tryLock(tx, organizationId, owners));
      const free = batch.filter((it) => locked.has(it.customerId)).map((it) => it.id);
      const now = this.clock.now();
      // Another process may have processed some before the customers were locked.
      const due = await this.repository.lockDue(tx, organizationId, free, now);
      const drafts = due.filter((it) => it.status === 'draft');
      const withLines = await this.repository.withLinesOf(tx, organizationId, drafts);
      for (const group of onePerCustomer(withLines)) await this.finalization.finalizeAll(tx, group);
      const changes = due
        .filter((it) => it.status !== 'draft')
        .map((before) => {
          const state = { ...overdueState(before, now), billingError: null, updatedAt: now };
          return { before, after: { ...before, ...state } };
        });
      const after = changes.map((it) => it.after);
      await this.repository.updateFinalized(tx, after);
      await this.debts.changed(tx, organizationId, changes);
      return batch.filter((it) => !locked.has(it.customerId)).map((it) => it.id);
    });
  }

  private setAside(key: InvoiceKey, failure: unknown): Promise<void> {
    const { organizationId, id } = key;
    logger.error(
      { invoice: key, err: failure },
      'Could not process a due invoice; it is set aside and retried later',
    );
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

/**
 * Splits drafts into groups that are finalized together. The credit of a note on a draft, which is finalized with the draft,
 * pays the next draft of the customer.
 */
function onePerCustomer(drafts: readonly Invoice[]): Invoice[][] {
  const groups: Invoice[][] = [];
  for (const draft of drafts) {
    const group = groups.at(-1);
    if (group?.every((it) => it.customerId !== draft.customerId) === true) group.push(draft);
    else groups.push([draft]);
  }
  return groups;
}
