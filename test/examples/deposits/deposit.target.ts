import { Injectable } from '@nestjs/common';
import type { PaymentTarget, TargetEvents, TargetPayment } from '../../../src/modules/payments';
import type { Transaction } from '../../../src/platform/database/transactions';
import { NotFoundError } from '../../../src/platform/errors/app-error';

interface DepositRow {
  customer_id: string;
  currency: string;
  due_cents: string;
}

/** A deposit that a customer pays before the service is used. */
@Injectable()
export class DepositTarget implements PaymentTarget {
  readonly kind = 'deposit';

  async lock(tx: Transaction, organizationId: string, id: string) {
    const [deposit] = await tx.query<DepositRow[]>(
      `SELECT customer_id, currency, amount_cents - paid_cents AS due_cents FROM deposits
        WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
      [organizationId, id],
    );
    if (deposit === undefined) throw new NotFoundError('deposit');
    const amountDueCents = BigInt(deposit.due_cents);
    const obstacle = amountDueCents > 0n ? null : 'The deposit is already paid.';
    return { customerId: deposit.customer_id, currency: deposit.currency, amountDueCents, obstacle };
  }

  apply(tx: Transaction, payment: TargetPayment): Promise<TargetEvents> {
    return this.addPaid(tx, payment, payment.amountCents);
  }

  fail(): Promise<TargetEvents> {
    return Promise.resolve({ before: [], after: [] });
  }

  reopen(tx: Transaction, payment: TargetPayment): Promise<TargetEvents> {
    return this.addPaid(tx, payment, -payment.amountCents);
  }

  private async addPaid(
    tx: Transaction,
    { organizationId, targetId }: TargetPayment,
    cents: bigint,
  ): Promise<TargetEvents> {
    await tx.query(
      'UPDATE deposits SET paid_cents = paid_cents + $3 WHERE organization_id = $1 AND id = $2',
      [organizationId, targetId, cents.toString()],
    );
    return { before: [], after: [] };
  }
}
