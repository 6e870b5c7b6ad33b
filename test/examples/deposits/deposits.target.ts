import { Injectable } from '@nestjs/common';
import type { PaymentTarget, TargetEvents, TargetPayment } from '../../../src/modules/payments';
import type { Transaction } from '../../../src/platform/database/transactions';
import { toDepositResponse, type DepositRow } from './deposit.dto';
import { DepositPaid } from './deposit.events';

const NO_EVENTS: TargetEvents = { before: [], after: [] };

/** Deposits that customers pay before a delivery. What is paid is a column of their own table. */
@Injectable()
export class DepositTarget implements PaymentTarget {
  readonly type = 'deposit';

  async lock(tx: Transaction, organizationId: string, id: string) {
    const [deposit] = await tx.query<(DepositRow & { customer_id: string })[]>(
      'SELECT * FROM deposits WHERE organization_id = $1 AND id = $2 FOR UPDATE',
      [organizationId, id],
    );
    if (deposit === undefined) return null;
    const amountDueCents = BigInt(deposit.amount_cents) - BigInt(deposit.paid_cents);
    const obstacle = amountDueCents === 0n ? 'The deposit is paid.' : null;
    return { customerId: deposit.customer_id, currency: deposit.currency, amountDueCents, obstacle };
  }

  /** Returns the event instead of appending it: it follows those of the payment. */
  async apply(tx: Transaction, payment: TargetPayment): Promise<TargetEvents> {
    const deposit = await this.addPaid(tx, payment, payment.amountCents);
    if (deposit.paid_cents !== deposit.amount_cents) return NO_EVENTS;
    const about = { organizationId: payment.organizationId, objectId: payment.targetId };
    return { before: [], after: [DepositPaid.of({ ...about, object: toDepositResponse(deposit) })] };
  }

  fail(): Promise<TargetEvents> {
    return Promise.resolve(NO_EVENTS);
  }

  async reopen(tx: Transaction, payment: TargetPayment): Promise<TargetEvents> {
    await this.addPaid(tx, payment, -payment.amountCents);
    return NO_EVENTS;
  }

  private async addPaid(tx: Transaction, payment: TargetPayment, cents: bigint): Promise<DepositRow> {
    await tx.query(
      'UPDATE deposits SET paid_cents = paid_cents + $3 WHERE organization_id = $1 AND id = $2',
      [payment.organizationId, payment.targetId, cents],
    );
    const [deposit] = await tx.query<DepositRow[]>(
      'SELECT * FROM deposits WHERE organization_id = $1 AND id = $2',
      [payment.organizationId, payment.targetId],
    );
    if (deposit === undefined) throw new Error(`The deposit ${payment.targetId} does not exist`);
    return deposit;
  }
}
