import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { Money } from '../../../platform/domain/money';
import { InvalidStateError, NotFoundError } from '../../../platform/errors/app-error';
import { Extensions, reasonToKeep } from '../../../platform/extensions';
import { Outbox } from '../../../platform/outbox/outbox';
import type { Invoice } from '../invoice';
import { aboutInvoice } from '../invoice-event';
import { Spendings } from '../compose/spending';
import { INVOICE_VOIDING_GUARDS } from '../extensions/voiding-guards';
import { InvoiceVoided } from '../invoice.events';
import { canMove } from '../invoice.rules';
import { InvoicesRepository } from '../invoices.repository';
import { InvoiceReservations } from '../settlement/reservations';

/** Voids finalized invoices, and gives back the discounts and credits spent on them. */
@Injectable()
export class InvoiceVoiding {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly spendings: Spendings,
    private readonly extensions: Extensions,
    private readonly reservations: InvoiceReservations,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Voids an invoice.
   *
   * @throws NotFoundError; InvalidStateError unless it is finalized, while money or an offset is applied to it, or while
   *   another module has to keep it; CollectionInFlightError.
   */
  async void(tx: Transaction, organizationId: string, id: string): Promise<Invoice> {
    const before = await this.lock(tx, organizationId, id);
    await this.assertVoidable(tx, before);
    const givenBack = await this.spendings.giveBack(tx, before);
    const now = this.clock.now();
    const invoice: Invoice = {
      ...before,
      status: 'voided',
      amountDueCents: 0n,
      paymentOverdue: false,
      nextActionAt: null,
      voidedAt: now,
      updatedAt: now,
    };
    await this.repository.updateSettlement(tx, invoice);
    await this.outbox.append(tx, InvoiceVoided.of(aboutInvoice(invoice)), ...givenBack);
    return invoice;
  }

  /** Locks the customer, to whom coupons and credits are given back, then the invoice. */
  private async lock(tx: Transaction, organizationId: string, id: string): Promise<Invoice> {
    const customerId = await this.repository.findCustomerId(tx, organizationId, id);
    if (customerId === null) throw new NotFoundError('invoice');
    await this.spendings.lockCustomer(tx, organizationId, customerId);
    const invoice = await this.repository.findForUpdate(tx, organizationId, id);
    if (invoice === null) throw new NotFoundError('invoice');
    return invoice;
  }

  private async assertVoidable(tx: Transaction, invoice: Invoice): Promise<void> {
    const { organizationId, id, status, amountPaidCents, offsetAmountCents, currency } = invoice;
    if (!canMove(status, 'voided')) {
      throw new InvalidStateError(`The invoice is ${status}; only a finalized invoice can be voided.`);
    }
    const applied = amountPaidCents + offsetAmountCents;
    if (applied > 0n) {
      const amount = Money.ofCents(applied, currency).toMajor();
      throw new InvalidStateError(
        `${currency} ${amount} has been applied to the invoice; create a credit note instead of voiding it.`,
      );
    }
    await this.reservations.assertNone(tx, organizationId, [id]);
    const reason = await reasonToKeep(this.extensions, INVOICE_VOIDING_GUARDS, tx, organizationId, id);
    if (reason !== null) throw new InvalidStateError(`The invoice has ${reason}; it cannot be voided.`);
  }
}
