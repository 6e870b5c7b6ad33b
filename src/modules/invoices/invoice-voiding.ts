import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { Money } from '../../platform/domain/money';
import { InvalidStateError } from '../../platform/errors/app-error';
import { Outbox } from '../../platform/outbox/outbox';
import { UsageMeter } from '../usage';
import { SpentAmounts } from './compose/spent-amounts';
import type { Invoice } from './invoice';
import { aboutInvoice } from './invoice-event';
import { InvoiceDeletionGuard } from './invoice-deletion-guard';
import { InvoiceVoided } from './invoice.events';
import { InvoicesRepository } from './invoices.repository';

/** Voids finalized invoices and restores the credit that they used. */
@Injectable()
export class InvoiceVoiding {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly spent: SpentAmounts,
    private readonly deletionGuard: InvoiceDeletionGuard,
    private readonly usage: UsageMeter,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Voids an invoice that the caller has locked, and before it the customer: a finalized one, or a draft that cannot be finalized. Usage that still
   * arrives for its billing period is late.
   *
   * @throws InvalidStateError while payments or offsets are applied.
   */
  async void(tx: Transaction, before: Invoice): Promise<Invoice> {
    await this.assertVoidable(tx, before);
    const { organizationId, usagePeriodId } = before;
    if (usagePeriodId !== null) await this.usage.closePeriod(tx, organizationId, usagePeriodId);
    const restored = await this.spent.restore(tx, before);
    const now = this.clock.now();
    const invoice: Invoice = {
      ...before,
      status: 'voided',
      amountDueCents: 0n,
      paymentOverdue: false,
      nextActionAt: null,
      billingError: null,
      voidedAt: now,
      updatedAt: now,
    };
    await this.repository.updateBalance(tx, invoice);
    await this.outbox.append(tx, InvoiceVoided.of(aboutInvoice(invoice)), ...restored);
    return invoice;
  }

  private async assertVoidable(tx: Transaction, invoice: Invoice): Promise<void> {
    const { organizationId, id, amountPaidCents, offsetAmountCents, currency } = invoice;
    const appliedCents = amountPaidCents + offsetAmountCents;
    if (appliedCents > 0n) {
      const applied = Money.ofCents(appliedCents, currency);
      throw new InvalidStateError(
        `${applied.toText()} has been applied to the invoice; it cannot be voided. Create a credit note with POST /v1/credit_notes instead.`,
      );
    }
    const obstacle = await this.deletionGuard.obstacleToVoiding(tx, organizationId, id);
    if (obstacle !== null) throw new InvalidStateError(`The invoice has ${obstacle}.`);
  }
}
