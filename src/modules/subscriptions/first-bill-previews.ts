import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { ValidationFailedError } from '../../platform/errors/app-error';
import type { InvoicePreviewer, PreviewedBill, PreviewedSubscription } from '../invoices';
import { partOfPeriod } from '../usage';
import { newSubscription } from './new-subscription';
import { priceInForce } from './price-in-force';
import { started, usagePeriod } from './running-subscription';
import { SubscriptionPlans } from './subscription-plans';
import { firstBill } from './subscription.bills';
import { dateProblems } from './subscription.rules';

/** Computes the first invoice of a subscription for `POST /v1/invoices/preview` (docs/billing-rules.md). */
@Injectable()
export class FirstBillPreviews implements InvoicePreviewer {
  constructor(
    private readonly plans: SubscriptionPlans,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async firstBill(tx: Transaction, previewed: PreviewedSubscription): Promise<PreviewedBill> {
    const now = this.clock.now();
    const { organizationId, customerId, planId } = previewed;
    const subscriptionAt = previewed.subscriptionAt ?? now;
    const problems = dateProblems({ subscriptionAt, endingAt: null }, now);
    if (problems.length > 0) throw new ValidationFailedError(problems);
    const { currency, timezone } = await this.plans.assertCustomer(tx, organizationId, customerId);
    const plan = await this.plans.newestFor(organizationId, planId, [currency]);
    const about = { ...previewed, ...UNNAMED, ...priceInForce(plan.version), subscriptionAt };
    const at = subscriptionAt > now ? subscriptionAt : now;
    const beginning = { at, timezone, usagePeriodId: newId() };
    const subscription = started(newSubscription(about, now), plan.version, beginning);
    const bill = firstBill({ subscription, plan }, at, newId());
    if (bill.usagePeriodId === null) return { ...bill, usagePeriod: null };
    const { from, to, ...period } = usagePeriod(subscription);
    const part = partOfPeriod({ ...period, from, to, endsWithPlan: false });
    return { ...bill, usagePeriod: { from, to, part } };
  }
}

const UNNAMED = {
  externalId: '',
  name: null,
  endingAt: null,
  onTerminationAction: 'generate_invoice',
} as const;
