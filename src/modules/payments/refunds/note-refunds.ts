import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { ValidationFailedError } from '../../../platform/errors/app-error';
import type { NoteRefunder, NoteToRefund } from '../../credit-notes';
import { CollectorConnections } from '../connections/collector-connections';
import type { PaymentEntity } from '../ledger/payment.entity';
import { MANUAL } from '../ledger/payment-opening';
import { PaymentsRepository } from '../ledger/payments.repository';
import { RefundAllocation } from '../ledger/refund-allocation';
import { leftCents } from '../ledger/refund-shares.rules';
import { RefundOrders } from './refund-orders';
import { assertExpressible } from './refund-amounts';

/** Orders the refunds of credit notes as they are finalized (docs/payments.md#refunds-through-the-provider). */
@Injectable()
export class NoteRefunds implements NoteRefunder {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly allocation: RefundAllocation,
    private readonly orders: RefundOrders,
    private readonly connections: CollectorConnections,
  ) {}

  async lock(tx: Transaction, organizationId: string, invoiceId: string): Promise<readonly string[]> {
    const payments = await this.payments.lockSucceededOf(tx, organizationId, invoiceId);
    return payments.map((it) => it.id);
  }

  /** Takes the oldest payment first, as far as it goes. */
  async order(tx: Transaction, note: NoteToRefund, paymentIds: readonly string[]): Promise<void> {
    const { organizationId, creditNoteId } = note;
    let openCents = note.amountCents;
    for (const id of paymentIds) {
      const payment = await this.payments.find(tx, organizationId, id);
      if (payment === null || openCents === 0n || !isWithProvider(payment)) continue;
      const left = await this.leftOf(tx, payment, creditNoteId);
      const amountCents = left < openCents ? left : openCents;
      if (amountCents === 0n) continue;
      const { provider, currency } = payment;
      const amounts = await this.connections.amountsOf({ organizationId, tx }, provider);
      assertExpressible('refund', amounts, amountCents, currency);
      await this.orders.order(tx, payment, { amountCents, reason: 'credit_note', creditNoteId });
      openCents -= amountCents;
    }
    if (openCents === 0n) return;
    const most = `at most ${note.amountCents - openCents} of ${note.amountCents}`;
    const message = `refund must be left out: the payments of the invoice can return ${most} through their providers.`;
    throw ValidationFailedError.of('refund', 'out_of_range', message);
  }

  private async leftOf(tx: Transaction, payment: PaymentEntity, creditNoteId: string): Promise<bigint> {
    const money = await this.allocation.lock(tx, payment);
    const note = money.openNotes.find((it) => it.creditNoteId === creditNoteId);
    if (note === undefined) return 0n;
    const invoiceIds = money.invoices.map((it) => it.invoiceId);
    const ordered = await this.orders.open(tx, payment, invoiceIds);
    const amountCents = payment.amountCents - payment.reversedAmountCents;
    return leftCents({ ...payment, amountCents }, money, note, ordered);
  }
}

const isWithProvider = ({ provider, providerPaymentId }: PaymentEntity): boolean =>
  provider !== MANUAL && providerPaymentId !== null;
