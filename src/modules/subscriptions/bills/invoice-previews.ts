import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { ValidationFailedError } from '../../../platform/errors/app-error';
import { withinRange } from '../../../platform/errors/within-range';
import { partOfPeriod } from '../../events';
import { InvoiceBilling, type BilledUsage, type InvoicePreview, type SubscriptionBill } from '../../invoices';
import { PlanSimulations, type SimulatedUsage } from '../../plans';
import { newSubscription } from '../lifecycle/new-subscription';
import { started, usagePeriodOf } from '../lifecycle/running-subscription';
import type { BillingTime } from '../periods';
import { SubscriptionTermsReader } from '../subscription-terms';
import { dateProblems } from '../subscription.rules';
import { firstBill, type BilledSubscription } from './planned-bills';

/** The subscription whose first invoice is previewed. */
export interface PreviewInput {
  customerId: string;
  planId: string;
  billingTime: BillingTime;
  /** Undefined stands for now. */
  subscriptionAt: Date | undefined;
  usage: readonly SimulatedUsage[];
}

const DEFAULTS = {
  externalId: '',
  name: null,
  endingAt: null,
  onTerminationAction: 'generate_invoice',
} as const;

/** Previews the first invoice of a subscription that does not exist (docs/billing-rules.md#invoice-previews). */
@Injectable()
export class InvoicePreviews {
  constructor(
    private readonly transactions: Transactions,
    private readonly terms: SubscriptionTermsReader,
    private readonly simulations: PlanSimulations,
    private readonly invoices: InvoiceBilling,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Writes nothing. @throws ValidationFailedError naming what is wrong. */
  preview(caller: Caller, input: PreviewInput): Promise<InvoicePreview> {
    const { organizationId } = caller;
    return this.transactions.readFor(caller, async (tx) => {
      const now = this.clock.now();
      const billed = await this.begun(tx, organizationId, input, now);
      const { subscriptionAt } = billed.subscription;
      const bill = firstBill(billed, subscriptionAt > now ? subscriptionAt : now, newId());
      const usage = await this.simulate(tx, organizationId, input, billed, bill);
      return this.invoices.preview(tx, bill, usage);
    });
  }

  private async begun(
    tx: Transaction,
    organizationId: string,
    { customerId, planId, billingTime, subscriptionAt: wanted }: PreviewInput,
    now: Date,
  ): Promise<BilledSubscription> {
    const subscriptionAt = wanted ?? now;
    const problems = dateProblems({ subscriptionAt, endingAt: null }, now);
    if (problems.length > 0) throw new ValidationFailedError(problems);
    const { currency, timezone } = await this.terms.requireCustomer(tx, organizationId, customerId);
    const plan = await this.terms.requirePlan(tx, organizationId, planId, [currency]);
    const about = { organizationId, customerId, planId, version: plan.version };
    const pending = newSubscription({ ...DEFAULTS, ...about, billingTime, subscriptionAt }, now);
    const at = subscriptionAt > now ? subscriptionAt : now;
    return { subscription: started(pending, plan.version, { at, timezone, usagePeriodId: newId() }), plan };
  }

  private async simulate(
    tx: Transaction,
    organizationId: string,
    { planId, usage }: PreviewInput,
    { subscription, plan }: BilledSubscription,
    bill: SubscriptionBill,
  ): Promise<BilledUsage | undefined> {
    if (bill.usagePeriodId === null) {
      if (usage.length === 0) return undefined;
      const message = 'usage must be empty: the first invoice of a plan in advance bills no usage.';
      throw ValidationFailedError.of('usage', 'invalid_value', message);
    }
    const part = partOfPeriod({ ...usagePeriodOf(subscription), endsWithPlan: false });
    const { charges } = await withinRange('usage', () =>
      this.simulations.simulateIn(tx, organizationId, planId, usage, part),
    );
    const used = charges.map(({ charge, result: { units }, amountCents }) => {
      const events = usage.find((it) => it.metricCode === charge.metric.code);
      return { charge, units, amountCents, eventsCount: events?.eventsCount ?? 0 };
    });
    const period = { from: subscription.usageFrom, to: subscription.periodTo };
    return { charges: used, period, planVersion: plan.version };
  }
}
