import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { Money } from '../../platform/domain/money';
import { InvalidStateError } from '../../platform/errors/app-error';
import { Extensions, assertDeletable, extensionPoint, type DeletionGuard } from '../../platform/extensions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { Outbox } from '../../platform/outbox/outbox';
import { UsageMeter } from '../usage';
import type { Invoice } from './invoice';
import { aboutInvoice } from './invoice-event';
import { InvoiceFunding } from './invoice-funding';
import { InvoiceVoided } from './invoice.events';
import { InvoicesRepository } from './invoices.repository';

/** Guards against the voiding of an invoice. */
export const INVOICE_VOIDING_GUARDS = extensionPoint<DeletionGuard>('invoice voiding guards');

/** Voids finalized invoices and restores the credit that they used. */
@Injectable()
export class InvoiceVoiding {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly funding: InvoiceFunding,
    private readonly extensions: Extensions,
    private readonly usage: UsageMeter,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Voids an invoice that the caller has locked: a finalized one, or a draft that cannot be finalized. Usage that still
   * arrives for its billing period is late.
   *
   * @throws InvalidStateError while payments or offsets are applied, or a guard objects.
   */
  async void(tx: Transaction, before: Invoice): Promise<Invoice> {
    await this.assertVoidable(tx, before);
    const { organizationId, id: invoiceId, customerId, currency, usagePeriodId } = before;
    if (usagePeriodId !== null) await this.usage.closePeriod(tx, organizationId, usagePeriodId);
    const released: DomainEvent[] = [];
    for (const { funder } of this.funding.all()) {
      const { events } = await funder.release(tx, { organizationId, invoiceId, customerId, currency });
      released.push(...events);
    }
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
    await this.outbox.append(tx, InvoiceVoided.of(aboutInvoice(invoice)), ...released);
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
