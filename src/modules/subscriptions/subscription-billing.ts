import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { UnusedFeeCredits } from '../credit-notes';
import { InvoiceBilling } from '../invoices';
import type { PlannedTransition } from './planned-transition';
import { unusedFee, type PlanPeriod, type PlanPeriodEnd } from './subscription.bills';

/** The result of the bills of transitions. */
export interface BilledTransitions {
  /** The IDs of the prepaid fees, by subscription ID. */
  advanceFees: ReadonlyMap<string, string>;
  /** The usage periods of bills that created no invoice. */
  unbilledPeriods: readonly string[];
}

/** Creates the invoices of subscriptions and credits the unused part of prepaid fees. */
@Injectable()
export class SubscriptionBilling {
  constructor(
    private readonly invoices: InvoiceBilling,
    private readonly credits: UnusedFeeCredits,
  ) {}

  /** Creates the invoices of transitions of one organization, in the given order. */
  async bill(tx: Transaction, transitions: readonly PlannedTransition[]): Promise<BilledTransitions> {
    const planned = transitions.flatMap((it) => it.bills);
    const bills = planned.map((it) => it.bill);
    const invoices = await this.invoices.billAll(tx, bills);
    const advanceFees = new Map<string, string>();
    const unbilledPeriods: string[] = [];
    for (const [index, { bill, paysInAdvance }] of planned.entries()) {
      const invoice = invoices[index] ?? null;
      if (invoice === null && bill.usagePeriodId !== null) unbilledPeriods.push(bill.usagePeriodId);
      const feeId = invoice?.subscriptionFeeId ?? null;
      if (paysInAdvance && feeId !== null) advanceFees.set(bill.subscription.id, feeId);
    }
    return { advanceFees, unbilledPeriods };
  }

  /**
   * Credits the unused parts of prepaid fees. Call it before billing the ends of the periods, so that the invoices use the
   * credit.
   *
   * @returns the events of each transition, to append after those of its invoices.
   */
  async creditUnused(tx: Transaction, transitions: readonly PlannedTransition[]): Promise<DomainEvent[][]> {
    const events: DomainEvent[][] = [];
    for (const { unusedFee: unused } of transitions) {
      events.push(unused === null ? [] : await this.credits.credit(tx, unused, unused.returnAs));
    }
    return events;
  }

  /** Returns the amount, before taxes, that `creditUnused` would credit now. */
  async previewUnused(tx: Transaction, ended: PlanPeriod, end: PlanPeriodEnd): Promise<bigint> {
    const unused = unusedFee(ended, end);
    return unused === null ? 0n : this.credits.preview(tx, unused);
  }
}
