import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { AmountOutOfRangeError } from '../../platform/domain/money';
import { logger } from '../../platform/observability/logger';
import { UsageListeners, type UsageChange } from '../usage';
import type { Invoice } from './invoice';
import { InvoiceComposer } from './invoice-composer';
import { InvoicesRepository } from './invoices.repository';
import { withFees } from './new-invoice';

/** Refreshes drafts when their usage changes (docs/billing-rules.md). */
@Injectable()
export class InvoiceDrafts implements OnModuleInit {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly composer: InvoiceComposer,
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
   * Refreshes a locked draft; writes only if a fee has changed.
   *
   * @param isFinal whether to close the usage period. Usage that arrives afterwards is late.
   * @throws AmountOutOfRangeError
   */
  async recompute(tx: Transaction, draft: Invoice, isFinal: boolean): Promise<Invoice> {
    const lines = await this.composer.linesAgain(tx, draft, isFinal);
    const composed = await this.composer.compose(tx, draft, lines);
    const before = draft.fees.map((it) => ({ ...it }));
    if (isDeepStrictEqual(composed.fees, before)) return draft;
    const after: Invoice = { ...withFees(draft, composed), updatedAt: this.clock.now() };
    await this.repository.replaceFees(tx, after);
    await this.repository.updateDraft(tx, after);
    return after;
  }

  /**
   * Refreshes the draft with all usage ingested so far, before a read. Returns false if the invoice is not a
   * draft or bills no usage.
   */
  async refresh({ organizationId, status, usagePeriodId }: Invoice): Promise<boolean> {
    if (status !== 'draft' || usagePeriodId === null) return false;
    await this.listeners.processNow(organizationId, usagePeriodId);
    return true;
  }

  private async onUsage(tx: Transaction, { organizationId, periodId }: UsageChange): Promise<void> {
    for (const id of await this.repository.findDraftIds(tx, organizationId, periodId)) {
      const draft = await this.repository.findForUpdate(tx, organizationId, id);
      if (draft?.status === 'draft') await this.recomputeIfPossible(tx, draft);
    }
  }

  /**
   * Leaves the draft unchanged if an amount overflows, because every retry would fail too. Finalization
   * reports the error.
   */
  private async recomputeIfPossible(tx: Transaction, draft: Invoice): Promise<void> {
    try {
      await this.recompute(tx, draft, false);
    } catch (error) {
      if (!(error instanceof AmountOutOfRangeError)) throw error;
      logger.warn(
        { invoice: draft.id, reason: error.message },
        'Could not refresh a draft because an amount is out of range; finalization reports it',
      );
    }
  }
}
