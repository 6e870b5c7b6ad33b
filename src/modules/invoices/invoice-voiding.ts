import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { Money } from '../../platform/domain/money';
import { InvalidStateError } from '../../platform/errors/app-error';
import { Extensions, assertDeletable, extensionPoint, type DeletionGuard } from '../../platform/extensions';
import { Outbox } from '../../platform/outbox/outbox';
import { UsageMeter } from '../usage';
import { SpentAmounts } from './compose/spent-amounts';
import type { Invoice } from './invoice';
import { aboutInvoice } from './invoice-event';
import { InvoiceVoided } from './invoice.events';
import { InvoicesRepository } from './invoices.repository';

/** Guards against the voiding of an invoice. */
export const INVOICE_VOIDING_GUARDS = extensionPoint<DeletionGuard>('invoice voiding guards');

/** Voids finalized invoices and restores the credit that they used. */
@Injectable()
export class InvoiceVoiding {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly spent: SpentAmounts,
    private readonly extensions: Extensions,
    private readonly usage: UsageMeter,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Voids a finalized invoice, or a draft that cannot be finalized. The caller has locked the customer, then the invoice.
   * Usage that still arrives for its billing period is late.
   *
   * @throws InvalidStateError while payments or offsets are applied, or a guard objects.
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
    await assertDeletable(this.extensions, INVOICE_VOIDING_GUARDS, tx, organizationId, id);
  }
}
