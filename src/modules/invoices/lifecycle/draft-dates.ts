import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { Outbox } from '../../../platform/outbox/outbox';
import { CustomerTermsChanged, type ChangedTerms } from '../../customers';
import { datesByTerms } from '../invoice.rules';
import { InvoicesRepository } from '../invoices.repository';

/** Moves the dates of drafts with the grace period and payment term of their customer (docs/billing-rules.md#due-dates). */
@Injectable()
export class DraftDates implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly repository: InvoicesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.outbox.on(CustomerTermsChanged, (tx, terms) => this.move(tx, terms));
  }

  /** A draft that is due by its new dates is finalized by the next run of the job. */
  private async move(tx: Transaction, terms: ChangedTerms): Promise<void> {
    const { organizationId, customerId } = terms;
    const ids = await this.repository.findDraftIdsOf(tx, organizationId, customerId);
    const locked = await this.repository.findAllForUpdate(tx, organizationId, ids);
    const updatedAt = this.clock.now();
    const moved = locked
      .filter((it) => it.status === 'draft')
      .map((draft) => ({ ...draft, ...datesByTerms(draft, terms), updatedAt }));
    await this.repository.updateDrafts(tx, moved);
  }
}
