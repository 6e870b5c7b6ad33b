import { Injectable } from '@nestjs/common';
import type { Caller, Transaction } from '../../../platform/database/transactions';
import { newId } from '../../../platform/domain/id';
import { InvalidStateError, ValidationFailedError } from '../../../platform/errors/app-error';
import { UnusedFeeCredits } from '../../credit-notes';
import { UsageMeter } from '../../events';
import { InvoiceBilling, type InvoicePreview } from '../../invoices';
import { planFee } from '../bills/planned-bills';
import { asRunning, shownPeriod } from '../lifecycle/running-subscription';
import { SubscriptionClock } from '../lifecycle/subscription-clock';
import { changePlan, type Transition } from '../lifecycle/transitions';
import type { Period } from '../periods';
import { SubscriptionTermsReader } from '../subscription-terms';
import { changeTo, hasNewerVersion } from './plan-change';

/** What a change of plan would do. */
export interface PlanChangePreview {
  subscriptionId: string;
  kind: 'upgrade' | 'downgrade';
  /** Now, or the end of the billing period. */
  effectiveAt: Date;
  currentPlanId: string;
  planId: string;
  /** The first billing period of the new plan. */
  period: Period;
  /** The fee of that period, whenever it is billed; 0 in a trial. */
  feeAmountCents: bigint;
  trialEndsAt: Date | null;
  /** The credit for the unused part of a fee in advance, before taxes. */
  creditAmountCents: bigint;
  currency: string;
  /** The invoices of the change, with the usage so far, before credit notes and wallets. */
  invoices: InvoicePreview[];
}

/** Previews plan changes: computes the transition of the change without carrying it out (docs/billing-rules.md#plan-change-preview). */
@Injectable()
export class PlanChangePreviews {
  constructor(
    private readonly terms: SubscriptionTermsReader,
    private readonly invoices: InvoiceBilling,
    private readonly credits: UnusedFeeCredits,
    private readonly meter: UsageMeter,
    private readonly clock: SubscriptionClock,
  ) {}

  /** Leaves nothing changed. @throws InvalidStateError unless active; ValidationFailedError naming `plan_id`. */
  preview(caller: Caller, id: string, planId: string): Promise<PlanChangePreview> {
    return this.clock.upToDate(caller, id, async (tx, subscription, now) => {
      if (subscription.status !== 'active') {
        throw new InvalidStateError(
          `The subscription is ${subscription.status}; only plan changes of active subscriptions can be previewed.`,
        );
      }
      if (planId === subscription.planId && !(await hasNewerVersion(tx, this.terms, subscription))) {
        const message = 'plan_id must be another plan than the current one, which has no newer version.';
        throw ValidationFailedError.of('plan_id', 'invalid_value', message);
      }
      const { terms, plan, kind } = await changeTo(tx, this.terms, subscription, planId);
      const running = asRunning(subscription);
      const at = kind === 'upgrade' ? now : running.periodTo;
      const change = changePlan(running, terms, plan, { at, now, usagePeriodId: newId() });
      const next = asRunning(change.after);
      const { trialEndsAt, trialEndedAt } = next;
      return {
        subscriptionId: id,
        kind,
        effectiveAt: at,
        currentPlanId: subscription.planId,
        planId,
        period: shownPeriod(next),
        feeAmountCents: planFee({ subscription: next, plan }, null)?.amountCents ?? 0n,
        trialEndsAt: trialEndedAt === null ? trialEndsAt : null,
        creditAmountCents: await this.creditOf(tx, change),
        currency: plan.version.currency,
        invoices: await this.invoicesOf(tx, change),
      };
    });
  }

  private async creditOf(tx: Transaction, { after, unusedFee }: Transition): Promise<bigint> {
    const { organizationId } = after;
    return unusedFee === null ? 0n : this.credits.preview(tx, { organizationId, ...unusedFee });
  }

  private invoicesOf(tx: Transaction, { after, usage, bills }: Transition): Promise<InvoicePreview[]> {
    const ends = usage.end === undefined ? [] : [usage.end];
    const planned = bills.map((it) => it.bill);
    return this.meter.ifEnded(tx, after.organizationId, ends, (inner) =>
      this.invoices.previewAll(inner, planned),
    );
  }
}
