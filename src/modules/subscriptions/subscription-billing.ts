import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { UnusedFeeCredits } from '../credit-notes';
import { InvoiceBilling } from '../invoices';
import { unusedFeeCents, type PlannedBill, type PlanPeriod, type PlanPeriodEnd } from './subscription.bills';

/** Bills subscriptions and credits the unused part of prepaid fees. */
@Injectable()
export class SubscriptionBilling {
  constructor(
    private readonly invoices: InvoiceBilling,
    private readonly credits: UnusedFeeCredits,
  ) {}

  /** Creates invoices for the bills. Returns the ID of the prepaid fee; null if there is none. */
  async bill(tx: Transaction, bills: readonly PlannedBill[]): Promise<string | null> {
    let advanceFeeId: string | null = null;
    for (const { bill, paysInAdvance } of bills) {
      const { subscriptionFeeId } = await this.invoices.bill(tx, bill);
      if (paysInAdvance) advanceFeeId = subscriptionFeeId;
    }
    return advanceFeeId;
  }

  /**
   * Credits the unused part of the prepaid fee. Call it before the final bill of the period, which uses the
   * credit, and append the returned events after those of that bill.
   */
  async creditUnused(tx: Transaction, ended: PlanPeriod, end: PlanPeriodEnd): Promise<DomainEvent[]> {
    const { organizationId, advanceFeeId: feeId } = ended.subscription;
    const amountCents = unusedFeeCents(ended, end);
    if (feeId === null || amountCents === 0n) return [];
    return this.credits.credit(tx, { organizationId, feeId, amountCents });
  }
}
