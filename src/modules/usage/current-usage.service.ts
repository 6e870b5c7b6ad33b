import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { Money } from '../../platform/domain/money';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import { CustomersService } from '../customers';
import { AppliedTaxes, taxCents } from '../taxes';
import type { MeteredSubscriptionEntity } from './metered-subscription.entity';
import { UsageMeter } from './usage-meter';
import type { MeteredPeriod } from './usage-period';
import type { PeriodUsage } from './usage-reader';
import { UsageRepository } from './usage.repository';

/** The usage of the current billing period, with taxes as on an invoice created now. */
export interface CurrentUsage {
  usage: PeriodUsage;
  externalSubscriptionId: string;
  taxesCents: bigint;
}

@Injectable()
export class CurrentUsageService {
  constructor(
    private readonly transactions: Transactions,
    private readonly customers: CustomersService,
    private readonly repository: UsageRepository,
    private readonly meter: UsageMeter,
    private readonly taxes: AppliedTaxes,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param subscriptionId undefined for the only active subscription of the customer.
   * @throws NotFoundError for an unknown customer or subscription; ValidationFailedError naming `subscription_id`
   *   unless exactly one subscription applies and has a current billing period.
   */
  async of(
    organizationId: string,
    customerId: string,
    subscriptionId: string | undefined,
  ): Promise<CurrentUsage> {
    await this.customers.get(organizationId, customerId);
    return this.transactions.runFor(organizationId, async (tx) => {
      const subscription = await this.findSubscription(tx, organizationId, customerId, subscriptionId);
      const at = this.clock.now();
      const period = await this.findPeriod(tx, subscription, at);
      if (period === null) throw notActive('The subscription has no current billing period.');
      const usage = await this.meter.usageOf(tx, organizationId, period.id);
      const { planId, currency } = usage.planVersion;
      const applied = await this.taxes.nearest(tx, organizationId, { planId, customerId });
      const rates = applied.map((it) => it.rate);
      const taxesCents = usage.charges.reduce((sum, it) => sum + taxCents(it.amountCents, rates), 0n);
      Money.ofCents(usage.amountCents + taxesCents, currency); // throws if the total is out of range
      return { usage, externalSubscriptionId: subscription.externalId, taxesCents };
    });
  }

  /** Returns the period that contains `at`, or else the last one of an active subscription, which awaits its bill. */
  private async findPeriod(
    tx: Transaction,
    { organizationId, id, endedAt }: MeteredSubscriptionEntity,
    at: Date,
  ): Promise<MeteredPeriod | null> {
    const current = await this.repository.findPeriodAt(tx, organizationId, id, at);
    if (current !== null || endedAt !== null) return current;
    return this.repository.findLastPeriod(tx, organizationId, id, at);
  }

  private async findSubscription(
    tx: Transaction,
    organizationId: string,
    customerId: string,
    subscriptionId: string | undefined,
  ): Promise<MeteredSubscriptionEntity> {
    const all = await this.repository.findSubscriptionsOf(tx, organizationId, customerId);
    if (subscriptionId !== undefined) {
      const subscription = all.find((it) => it.id === subscriptionId);
      if (subscription === undefined) throw new NotFoundError('subscription');
      return subscription;
    }
    const [one, ...others] = all.filter((it) => it.startedAt !== null && it.endedAt === null);
    if (one === undefined) throw notActive('The customer has no active subscription.');
    if (others.length > 0) {
      throw notActive('The customer has several active subscriptions; name one in subscription_id.');
    }
    return one;
  }
}

function notActive(message: string): ValidationFailedError {
  return ValidationFailedError.of('subscription_id', 'no_active_subscription', message);
}
