import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { itemAt } from '../../platform/domain/item-at';
import { AmountOutOfRangeError } from '../../platform/domain/money';
import { ExtensionFailedError } from '../../platform/extensions';
import { logger } from '../../platform/observability/logger';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { UsageListeners, type UsageChange } from '../usage';
import type { Invoice } from './invoice';
import { BillPipeline } from './compose/bill-pipeline';
import { InvoicesRepository } from './invoices.repository';
import { withFees } from './new-invoice';

/** A composed draft, with the events of extensions, which follow those of the invoice. */
export interface ComposedDraft {
  draft: Invoice;
  events: readonly DomainEvent[];
}

/** Refreshes drafts when their usage changes (docs/billing-rules.md). */
@Injectable()
export class InvoiceDrafts implements OnModuleInit {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly pipeline: BillPipeline,
    private readonly listeners: UsageListeners,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.listeners.register({
      concernedBy: (tx, changes) => this.repository.findDrafted(tx, changes),
      onUsage: (tx, change) => this.onUsage(tx, change),
    });
  }

  /**
   * Refreshes locked drafts of one organization, in the given order; writes only those whose fees or discounts have
   * changed.
   *
   * @param isFinal whether the drafts become final now: their usage periods are closed, and their discounts are spent.
   * @throws AmountOutOfRangeError
   */
  async recompute(tx: Transaction, drafts: readonly Invoice[], isFinal: boolean): Promise<ComposedDraft[]> {
    const composed = await this.pipeline.composeDrafts(tx, drafts, isFinal);
    const updatedAt = this.clock.now();
    const after = drafts.map((draft, index): Invoice => {
      const { fees, discounts } = draft;
      const own = itemAt(composed, index);
      const isSame = isDeepStrictEqual(own.fees, plain(fees)) && isDeepStrictEqual(own.discounts, discounts);
      return isSame ? draft : { ...withFees(draft, own), updatedAt };
    });
    const changed = after.filter((it, index) => it !== drafts[index]);
    await this.repository.replaceLines(tx, changed);
    await this.repository.updateDrafts(tx, changed);
    return after.map((draft, index) => ({ draft, events: itemAt(composed, index).events }));
  }

  /**
   * Returns a draft with its usage and discounts as of now, without writing it. Any other invoice is returned unchanged, and
   * so is a draft that cannot be composed; the transaction can go on.
   */
  async asOfNow(tx: Transaction, invoice: Invoice): Promise<Invoice> {
    if (invoice.status !== 'draft') return invoice;
    const compose = async (inner: Transaction) =>
      withFees(invoice, itemAt(await this.pipeline.composeDrafts(inner, [invoice], false), 0));
    return ifPossible(invoice, () => tx.transaction(compose));
  }

  /** Refreshes a draft with the usage that was ingested since its last refresh. */
  async countUsage({ organizationId, usagePeriodId }: Invoice): Promise<void> {
    if (usagePeriodId !== null) await this.listeners.processNow(organizationId, usagePeriodId);
  }

  private async onUsage(tx: Transaction, { organizationId, periodId }: UsageChange): Promise<void> {
    for (const id of await this.repository.findDraftIds(tx, organizationId, periodId)) {
      const draft = await this.repository.findForUpdate(tx, organizationId, id);
      if (draft?.status !== 'draft') continue;
      const refresh = async (inner: Transaction) =>
        itemAt(await this.recompute(inner, [draft], false), 0).draft;
      await ifPossible(draft, () => tx.transaction(refresh));
    }
  }
}

/**
 * Leaves the draft unchanged if an amount overflows or an extension fails, because every retry would fail too. Finalization
 * reports the error.
 */
async function ifPossible(draft: Invoice, compose: () => Promise<Invoice>): Promise<Invoice> {
  try {
    return await compose();
  } catch (error) {
    if (!(error instanceof AmountOutOfRangeError || error instanceof ExtensionFailedError)) throw error;
    logger.warn(
      { invoice: draft.id, reason: error.message },
      'Could not refresh a draft; finalization reports the error',
    );
    return draft;
  }
}

/** Returns copies without the class of the entity, so that they compare equal to composed fees. */
const plain = (fees: Invoice['fees']): Invoice['fees'] => fees.map((it) => ({ ...it }));
