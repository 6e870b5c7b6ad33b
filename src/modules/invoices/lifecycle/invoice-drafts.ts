import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { AmountOutOfRangeError } from '../../../platform/domain/money';
import { InvalidStateError, NotFoundError } from '../../../platform/errors/app-error';
import { ExtensionFailedError } from '../../../platform/extensions';
import { logger } from '../../../platform/observability/logger';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { UsageConsumers, type DirtyPeriod, type UsageConsumer } from '../../events';
import { BillPipeline } from '../compose/bill-pipeline';
import { Spendings, type Spending } from '../compose/spending';
import type { Invoice } from '../invoice';
import { InvoicesRepository } from '../invoices.repository';
import { withFees } from './new-invoice';

/** A draft as it was composed anew. */
export interface ComposedDraft {
  draft: Invoice;
  /** Of extensions, if it becomes final; they follow the invoice's own. */
  events: readonly DomainEvent[];
}

/** Refreshes drafts (docs/billing-rules.md#grace-period). */
@Injectable()
export class InvoiceDrafts implements UsageConsumer {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly pipeline: BillPipeline,
    private readonly spendings: Spendings,
    private readonly consumers: UsageConsumers,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  affectedPeriods(tx: Transaction, periods: readonly DirtyPeriod[]): Promise<string[]> {
    return this.repository.findDrafted(tx, periods);
  }

  /** Refreshes the drafts that bill the usage of a period. */
  async refresh(tx: Transaction, { organizationId, periodId }: DirtyPeriod): Promise<void> {
    for (const id of await this.repository.findDraftIds(tx, organizationId, periodId)) {
      const draft = await this.repository.findForUpdate(tx, organizationId, id);
      if (draft?.status === 'draft') await this.refreshIfPossible(tx, draft);
    }
  }

  /**
   * Locks a draft, and before it its customer if that has something to spend.
   *
   * @throws NotFoundError; InvalidStateError unless it is a draft.
   */
  async lock(
    tx: Transaction,
    organizationId: string,
    id: string,
  ): Promise<{ draft: Invoice; spending: Spending }> {
    const customerId = await this.repository.findCustomerId(tx, organizationId, id);
    if (customerId === null) throw new NotFoundError('invoice');
    const spending = await this.spendings.lock(tx, organizationId, [customerId]);
    const draft = await this.repository.findForUpdate(tx, organizationId, id);
    if (draft === null) throw new NotFoundError('invoice');
    if (draft.status !== 'draft') throw new InvalidStateError(`The invoice is already ${draft.status}.`);
    return { draft, spending };
  }

  /**
   * Composes locked drafts of one organization anew and writes those that changed.
   *
   * @param isFinal whether they become final by it: their usage ends, and their discounts are spent.
   * @throws AmountOutOfRangeError
   */
  async recompose(
    tx: Transaction,
    drafts: readonly Invoice[],
    isFinal: boolean,
    spending: Spending,
  ): Promise<ComposedDraft[]> {
    const composed = await this.pipeline.composeDrafts(tx, drafts, isFinal, spending);
    const updatedAt = this.clock.now();
    const recomposed = composed.map((it, index) => {
      const before = drafts[index];
      if (before === undefined) throw new Error('The pipeline composed a draft that it was not given');
      const isSame =
        isDeepStrictEqual(it.fees, before.fees) && isDeepStrictEqual(it.discounts, before.discounts);
      return { draft: isSame ? before : { ...withFees(before, it), updatedAt }, isSame, events: it.events };
    });
    const changed = recomposed.filter((it) => !it.isSame).map((it) => it.draft);
    await this.repository.replaceLines(tx, changed);
    if (!isFinal) await this.repository.updateDrafts(tx, changed);
    return recomposed.map(({ draft, events }) => ({ draft, events }));
  }

  /** Refreshes a draft with its usage and discounts as of now; for reads. */
  async refreshDraft(tx: Transaction, { organizationId, id }: Invoice): Promise<void> {
    const draft = await this.repository.findForUpdate(tx, organizationId, id);
    if (draft?.status === 'draft') await this.refreshIfPossible(tx, draft);
  }

  /** Refreshes a draft with the usage that was counted since its last refresh. */
  async countUsage({ organizationId, usagePeriodId }: Invoice): Promise<void> {
    if (usagePeriodId !== null) await this.consumers.runNow(organizationId, usagePeriodId);
  }

  /**
   * Returns a draft with its usage and discounts as of now, without writing it; another invoice as it is. What is computed
   * from a draft must not depend on when it was last refreshed.
   */
  async asOfNow(tx: Transaction, invoice: Invoice): Promise<Invoice> {
    if (invoice.status !== 'draft') return invoice;
    return this.ifPossible(tx, invoice, async (inner) => {
      const spending = await this.spendings.ofDrafts(inner, invoice.organizationId, [invoice.customerId]);
      const [composed] = await this.pipeline.composeDrafts(inner, [invoice], false, spending);
      return composed === undefined ? invoice : withFees(invoice, composed);
    });
  }

  private async refreshIfPossible(tx: Transaction, draft: Invoice): Promise<void> {
    const { organizationId, customerId } = draft;
    await this.ifPossible(tx, draft, async (inner) => {
      const spending = await this.spendings.ofDrafts(inner, organizationId, [customerId]);
      await this.recompose(inner, [draft], false, spending);
      return draft;
    });
  }

  /** Overflow would fail on every retry; leave the draft, finalization reports it. So with a broken extension. */
  private async ifPossible(
    tx: Transaction,
    draft: Invoice,
    compose: (inner: Transaction) => Promise<Invoice>,
  ): Promise<Invoice> {
    try {
      return await tx.transaction(compose);
    } catch (error) {
      if (!(error instanceof AmountOutOfRangeError || error instanceof ExtensionFailedError)) throw error;
      logger.warn({ invoice: draft.id, reason: error.message }, 'Could not refresh a draft; left as it was');
      return draft;
    }
  }
}
