import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { UnusedFeeCredits, type UnusedFee } from '../credit-notes';
import { InvoiceBilling } from '../invoices';
import { UsageMeter } from '../usage';
import type { OnTerminationCreditNote } from './subscription.rules';
import { unusedFeeCents, type PlannedBill, type PlanPeriod, type PlanPeriodEnd } from './subscription.bills';

/** Creates the invoices of subscriptions and credits the unused part of prepaid fees. */
@Injectable()
export class SubscriptionBilling {
  constructor(
    private readonly invoices: InvoiceBilling,
    private readonly credits: UnusedFeeCredits,
    private readonly meter: UsageMeter,
  ) {}

  /**
   * Creates an invoice for each bill. Returns the ID of the prepaid fee on these invoices; null if there is
   * none.
   */
  async bill(tx: Transaction, bills: readonly PlannedBill[]): Promise<string | null> {
    let advanceFeeId: string | null = null;
    for (const { bill, paysInAdvance } of bills) {
      const invoice = await this.invoices.bill(tx, bill);
      // Without an invoice, no later usage of the period can be billed.
      if (invoice === null && bill.usagePeriodId !== null) {
        await this.meter.closePeriod(tx, bill.organizationId, bill.usagePeriodId);
      }
      if (paysInAdvance) advanceFeeId = invoice?.subscriptionFeeId ?? null;
    }
    return advanceFeeId;
  }

  /**
   * Credits the unused part of the prepaid fee. Call it before billing the end of the period, so that the
   * invoice uses the credit. Append the returned events after those of the invoice.
   */
  async creditUnused(
    tx: Transaction,
    ended: PlanPeriod,
    end: PlanPeriodEnd,
    creditNote: OnTerminationCreditNote = 'offset',
  ): Promise<DomainEvent[]> {
    const unused = unusedFee(ended, end);
    return unused === null || creditNote === 'skip' ? [] : this.credits.credit(tx, unused, creditNote);
  }

  /** Returns the amount, before taxes, that `creditUnused` would credit now. */
  async previewUnused(tx: Transaction, ended: PlanPeriod, end: PlanPeriodEnd): Promise<bigint> {
    const unused = unusedFee(ended, end);
    return unused === null ? 0n : this.credits.preview(tx, unused);
  }
}

/** Returns the unused part of the prepaid fee; null if there is none. */
function unusedFee(ended: PlanPeriod, end: PlanPeriodEnd): UnusedFee | null {
  const { organizationId, advanceFeeId: feeId } = ended.subscription;
  const amountCents = unusedFeeCents(ended, end);
  return feeId === null || amountCents === 0n ? null : { organizationId, feeId, amountCents, at: end.at };
}
