import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';

/** The part of an in-advance fee that a plan change or termination leaves unused. */
export interface UnusedFee {
  organizationId: string;
  /** `BilledInvoice.subscriptionFeeId` of the invoice that billed it. */
  feeId: string;
  /** Before taxes. */
  amountCents: bigint;
}

/** Gives back what was paid in advance and not used (billing-rules.md, Subscriptions). */
@Injectable()
export class UnusedFeeCredits {
  /**
   * Makes a finalized credit note (`order_change`) whose credit the next invoice uses, at most what the fee
   * still allows; none for 0. Once per fee. Answers the events, which the caller appends in their place.
   */
  credit(_tx: Transaction, _unused: UnusedFee): Promise<DomainEvent[]> {
    throw new Error('not built yet');
  }
}
