import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { UnusedFeeCredits } from '../../credit-notes';
import { InvoiceBilling } from '../../invoices';
import type { Transition } from '../lifecycle/transitions';

/** What bills of transitions came to. */
export interface BilledTransitions {
  /** The fees that were billed in advance, by subscription. */
  advanceFees: ReadonlyMap<string, string>;
  /** The usage periods of bills that made no invoice, because they were empty. */
  skippedPeriods: readonly string[];
}

/** Makes the bills and credit notes of transitions of one organization. */
@Injectable()
export class SubscriptionBilling {
  constructor(
    private readonly invoices: InvoiceBilling,
    private readonly credits: UnusedFeeCredits,
  ) {}

  /** Makes all bills, in the order of the transitions. */
  async bill(tx: Transaction, transitions: readonly Transition[]): Promise<BilledTransitions> {
    const planned = transitions.flatMap((it) => it.bills);
    const billed = await this.invoices.bill(
      tx,
      planned.map((it) => it.bill),
    );
    const advanceFees = new Map<string, string>();
    const skippedPeriods: string[] = [];
    for (const [index, { bill, paysInAdvance }] of planned.entries()) {
      const invoice = billed[index] ?? null;
      if (invoice === null && bill.usagePeriodId !== null) skippedPeriods.push(bill.usagePeriodId);
      const feeId = invoice?.subscriptionFeeId ?? null;
      if (paysInAdvance && feeId !== null) advanceFees.set(bill.subscription.id, feeId);
    }
    return { advanceFees, skippedPeriods };
  }

  /**
   * Credits the unused parts of fees in advance. Call it before `bill`, whose invoices use the credit; the events follow
   * those of the bills.
   */
  async creditUnused(
    tx: Transaction,
    organizationId: string,
    transitions: readonly Transition[],
  ): Promise<DomainEvent[]> {
    const events: DomainEvent[] = [];
    for (const { unusedFee } of transitions) {
      if (unusedFee !== null)
        events.push(...(await this.credits.credit(tx, { organizationId, ...unusedFee })));
    }
    return events;
  }
}
