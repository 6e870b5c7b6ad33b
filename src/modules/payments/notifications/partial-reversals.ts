import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { DisputeRecords, type RecordedDispute } from '../disputes/dispute-records';
import type { PaymentEntity } from '../ledger/payment.entity';
import { PaymentLedger } from '../ledger/payment-ledger';
import { PaymentRefunds } from '../ledger/payment-refunds';
import type { Outcome } from '../provider-kit/payment-provider';
import type { NotificationResult } from './notification-parser';

/** Moves the money of disputes over a part of a payment, once each (docs/payments.md#disputes). */
@Injectable()
export class PartialReversals {
  constructor(
    private readonly ledger: PaymentLedger,
    private readonly refunds: PaymentRefunds,
    private readonly disputes: DisputeRecords,
  ) {}

  /** Returns null where the report moves no part of a payment that has its money. */
  async apply(
    tx: Transaction,
    payment: PaymentEntity,
    outcome: Outcome,
    { dispute }: RecordedDispute,
  ): Promise<Omit<NotificationResult, 'paymentId'> | null> {
    if (payment.status !== 'succeeded') return null;
    const { reversedAmountCents: taken, amountCents } = dispute;
    if (outcome === 'reversed' && taken === 0n) {
      await this.disputes.noteReversed(tx, dispute, amountCents);
      const { settledAmountCents } = await this.ledger.reversePart(tx, payment, amountCents);
      return done(
        `${amountCents} of ${payment.amountCents} went back; the payment pays ${settledAmountCents}.`,
      );
    }
    if (outcome === 'reinstated' && taken > 0n) {
      await this.disputes.noteReversed(tx, dispute, 0n);
      return this.reinstate(tx, payment, taken);
    }
    return outcome === 'reversed' ? ignored('The part is reversed already.') : null;
  }

  private async reinstate(tx: Transaction, before: PaymentEntity, partCents: bigint) {
    const { payment, obstacle } = await this.ledger.reinstatePart(tx, before, partCents);
    await this.refunds.restoreShares(tx, payment);
    const isMore = payment.surplusAmountCents > before.surplusAmountCents;
    const reason = isMore ? (obstacle ?? 'Not all of the money that came back was due.') : null;
    const effect = `${partCents} is back; the payment pays ${payment.settledAmountCents}.`;
    return { ...done(effect), reason, needsReview: isMore };
  }
}

const done = (effect: string) => ({ status: 'processed', reason: null, effect, needsReview: false }) as const;
const ignored = (reason: string) =>
  ({ status: 'ignored', reason, effect: null, needsReview: false }) as const;
