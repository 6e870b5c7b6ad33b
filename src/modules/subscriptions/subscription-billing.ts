import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { UnusedFeeCredits } from '../credit-notes';
import { InvoiceBilling } from '../invoices';
import { unusedFeeCents, type PlannedBill, type Stretch, type StretchEnd } from './subscription.bills';

/** Has the bills of subscriptions made, and gives back what was paid and not used. */
@Injectable()
export class SubscriptionBilling {
  constructor(
    private readonly invoices: InvoiceBilling,
    private readonly credits: UnusedFeeCredits,
  ) {}

  /** Answers the id of the fee that is paid in advance; null without one. */
  async bill(tx: Transaction, bills: readonly PlannedBill[]): Promise<string | null> {
    let advanceFeeId: string | null = null;
    for (const { bill, paysInAdvance } of bills) {
      const { subscriptionFeeId } = await this.invoices.bill(tx, bill);
      if (paysInAdvance) advanceFeeId = subscriptionFeeId;
    }
    return advanceFeeId;
  }

  /** To be called before the bill that ends the stretch, which uses it; the events belong after those of the bill. */
  async creditUnused(tx: Transaction, ended: Stretch, end: StretchEnd): Promise<DomainEvent[]> {
    const { organizationId, advanceFeeId: feeId } = ended.subscription;
    const amountCents = unusedFeeCents(ended, end);
    if (feeId === null || amountCents === 0n) return [];
    return this.credits.credit(tx, { organizationId, feeId, amountCents });
  }
}
