import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { InvalidStateError, NotFoundError, ValidationFailedError } from '../../../platform/errors/app-error';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { Outbox } from '../../../platform/outbox/outbox';
import { CustomerBillingTerms, type BillingTerms } from '../../customers';
import type { CouponEntity } from '../coupon.entity';
import { fullBalance, termProblems, type AppliedCouponStatus, type CouponTerms } from '../coupon.rules';
import { CouponsRepository } from '../coupons.repository';
import type { AppliedCouponEntity } from './applied-coupon.entity';
import { CouponApplied, eventOf } from './applied-coupon.events';
import { AppliedCouponsRepository } from './applied-coupons.repository';

/** A coupon that is applied, with terms of this customer's own. */
export interface CouponApplication {
  couponCode: string;
  terms: Partial<Omit<CouponTerms, 'couponType' | 'currency'>>;
}

/** Use cases of applied coupons (docs/billing-rules.md#discounts-and-coupons). */
@Injectable()
export class AppliedCouponsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: AppliedCouponsRepository,
    private readonly coupons: CouponsRepository,
    private readonly customers: CustomerBillingTerms,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Applies a coupon to a customer, with a snapshot of its terms.
   *
   * @throws NotFoundError if there is no such customer; ValidationFailedError for a coupon that cannot be applied to it.
   */
  apply(caller: Caller, customerId: string, application: CouponApplication): Promise<AppliedCouponEntity> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const customer = await this.lockCustomer(tx, organizationId, customerId);
      const coupon = await this.coupons.findForUse(tx, organizationId, application.couponCode);
      if (coupon === null) {
        throw refusal('unknown_coupon', 'coupon_code does not exist in this organization.');
      }
      const now = this.clock.now();
      const terms = termsFor(coupon, application.terms);
      assertApplicable(coupon, customer, now);
      if (!coupon.reusable && (await this.repository.existsOf(tx, organizationId, coupon.id, customerId))) {
        const message =
          'coupon_code: the coupon is not reusable and has been applied to this customer before.';
        throw refusal('already_applied', message);
      }
      const applied = appliedCoupon(coupon, customerId, terms, now);
      await this.repository.insert(tx, applied);
      await this.outbox.append(tx, eventOf(CouponApplied, applied));
      return applied;
    });
  }

  /** Also of a deleted customer, because its documents stay readable. @throws NotFoundError */
  list(
    caller: Caller,
    filters: { customerId: string; status: AppliedCouponStatus | undefined },
    query: PageQuery,
  ): Promise<Page<AppliedCouponEntity>> {
    const { organizationId } = caller;
    return this.transactions.readFor(caller, async (tx) => {
      await this.customers.of(tx, organizationId, filters.customerId);
      return this.repository.list(tx, organizationId, filters, query);
    });
  }

  get(caller: Caller, customerId: string, id: string): Promise<AppliedCouponEntity> {
    return this.transactions.readFor(caller, async (tx) => {
      const applied = await this.repository.find(tx, caller.organizationId, id);
      if (applied?.customerId !== customerId) throw new NotFoundError('applied coupon');
      return applied;
    });
  }

  /** @throws NotFoundError; InvalidStateError when it is exhausted or ended. */
  end(caller: Caller, customerId: string, id: string): Promise<void> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      await this.customers.of(tx, organizationId, customerId);
      await this.customers.lock(tx, organizationId, [customerId]);
      const [applied] = await this.repository.findForUpdate(tx, organizationId, [id]);
      if (applied?.customerId !== customerId) throw new NotFoundError('applied coupon');
      if (applied.status !== 'active') {
        throw new InvalidStateError(`The applied coupon is already ${applied.status}.`);
      }
      const now = this.clock.now();
      await this.repository.update(tx, { ...applied, status: 'ended', endedAt: now, updatedAt: now });
    });
  }

  private async lockCustomer(
    tx: Transaction,
    organizationId: string,
    customerId: string,
  ): Promise<BillingTerms> {
    await this.customers.lock(tx, organizationId, [customerId]);
    const customer = await this.customers.of(tx, organizationId, customerId);
    if (customer.isDeleted) throw new NotFoundError('customer');
    return customer;
  }
}

function refusal(code: string, message: string): ValidationFailedError {
  return ValidationFailedError.of('coupon_code', code, message);
}

/** The coupon's terms with the customer's own in their place. @throws ValidationFailedError for ones that do not fit. */
function termsFor(coupon: CouponEntity, own: CouponApplication['terms']): CouponTerms {
  const { couponType, amountCents, currency, percentageRate, frequency, frequencyDuration } = coupon;
  const inherited = { couponType, amountCents, currency, percentageRate, frequency, frequencyDuration };
  // The number of bills belongs to the frequency that it was given with.
  const keepsDuration = own.frequency === undefined || own.frequency === coupon.frequency;
  const terms = { ...inherited, ...(keepsDuration ? {} : { frequencyDuration: null }), ...own };
  const problems = termProblems(terms);
  if (problems.length > 0) throw new ValidationFailedError(problems);
  return terms;
}

function assertApplicable(coupon: CouponEntity, customer: BillingTerms, now: Date): void {
  if (coupon.expirationAt !== null && coupon.expirationAt <= now) {
    throw refusal('expired', `coupon_code: the coupon expired at ${coupon.expirationAt.toISOString()}.`);
  }
  if (coupon.currency !== null && customer.currency !== null && coupon.currency !== customer.currency) {
    const message = `coupon_code: the coupon is in ${coupon.currency}, the customer's currency is ${customer.currency}.`;
    throw refusal('currency_mismatch', message);
  }
}

function appliedCoupon(
  coupon: CouponEntity,
  customerId: string,
  terms: CouponTerms,
  now: Date,
): AppliedCouponEntity {
  const { organizationId, id: couponId, code, name, reusable, planIds, billableMetricCodes } = coupon;
  return {
    organizationId,
    id: newId(),
    couponId,
    customerId,
    code,
    name,
    reusable,
    planIds,
    billableMetricCodes,
    ...terms,
    ...fullBalance(terms),
    createdAt: now,
    updatedAt: now,
    endedAt: null,
  };
}
