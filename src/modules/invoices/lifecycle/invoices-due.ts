import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { Jobs } from '../../../platform/jobs/jobs';
import type { DueQueue } from '../../../platform/jobs/due-queue';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { Outbox } from '../../../platform/outbox/outbox';
import { Spendings } from '../compose/spending';
import type { Invoice } from '../invoice';
import { InvoicesOverdue } from '../invoice.events';
import { overdueState } from '../invoice.rules';
import { InvoicesRepository, type DueInvoice } from '../invoices.repository';
import { InvoiceFinalization } from './invoice-finalization';

const NAME = 'invoices';
const BATCH = 50;
/** Batches to look at for one whose customers no other process has locked. */
const LOOK_AHEAD = 4;

/** Finalizes drafts whose grace period is over, and marks invoices that become overdue. */
@Injectable()
export class InvoicesDue {
  private readonly queue: DueQueue<DueInvoice>;

  constructor(
    jobs: Jobs,
    private readonly repository: InvoicesRepository,
    private readonly spendings: Spendings,
    private readonly finalization: InvoiceFinalization,
    private readonly outbox: Outbox,
  ) {
    this.queue = jobs.dueQueue<DueInvoice>({
      name: NAME,
      schedule: SCHEDULES.invoices,
      batchSize: BATCH,
      nextDueAt: (reader, now) => this.repository.nextActionAt(reader, NAME, now),
      claim: (tx, now, limit) => this.claim(tx, now, limit),
      act: (tx, rows, now) => this.process(tx, rows, now),
    });
  }

  /** Processes every due invoice. Returns their number. */
  run(): Promise<number> {
    return this.queue.run();
  }

  /**
   * Claims due invoices of one organization by locking their customers: what customers spend is locked before invoices, and
   * no other process finalizes drafts of the same customers out of turn.
   */
  private async claim(tx: Transaction, now: Date, limit: number): Promise<DueInvoice[]> {
    const due = await this.repository.findDue(tx, NAME, now, limit * LOOK_AHEAD);
    for (const organizationId of new Set(due.map((it) => it.organizationId))) {
      const own = due.filter((it) => it.organizationId === organizationId);
      const customerIds = own.map((it) => it.customerId);
      const locked = new Set(await this.spendings.tryLock(tx, organizationId, customerIds));
      const claimed = own.filter((it) => locked.has(it.customerId)).slice(0, limit);
      if (claimed.length > 0) return claimed;
    }
    return [];
  }

  /** In the order claimed, which decides who of a customer's invoices gets the rest of a coupon or credit. */
  private async process(tx: Transaction, rows: readonly DueInvoice[], now: Date): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const { organizationId } = first;
    const payers = rows.filter((it) => it.isDraft).map((it) => it.customerId);
    const spending = await this.spendings.lock(tx, organizationId, payers);
    const ids = rows.map((it) => it.id);
    const locked = await this.repository.findAllForUpdate(tx, organizationId, ids);
    // Another transaction may have acted on some of them before they were locked.
    const due = locked.filter((it) => it.nextActionAt !== null && it.nextActionAt <= now);
    const drafts = due.filter((it) => it.status === 'draft');
    const [round = [], ...later] = rounds(drafts);
    await this.finalization.finalize(tx, round, spending);
    for (const next of later) {
      const customerIds = next.map((it) => it.customerId);
      await this.finalization.finalize(tx, next, await this.spendings.lock(tx, organizationId, customerIds));
    }
    const issued = due
      .filter((it) => it.status !== 'draft')
      .map((it) => ({ ...it, ...overdueState(it, now), updatedAt: now }));
    await this.repository.updateSettlements(tx, issued);
    const customerIds = issued.filter((it) => it.paymentOverdue).map((it) => it.customerId);
    if (customerIds.length > 0) await this.outbox.emit(tx, InvoicesOverdue, { organizationId, customerIds });
  }
}

/**
 * Splits drafts, in their order, so that each round has one per customer: a credit note on the first draft of a customer
 * becomes final with it, and its credit is available to the next one (docs/billing-rules.md#credit-notes).
 */
function rounds(drafts: readonly Invoice[]): Invoice[][] {
  const seen = new Map<string, number>();
  const result: Invoice[][] = [];
  for (const draft of drafts) {
    const round = seen.get(draft.customerId) ?? 0;
    seen.set(draft.customerId, round + 1);
    (result[round] ??= []).push(draft);
  }
  return result;
}
