import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { InvalidStateError, NotFoundError, ValidationFailedError } from '../../../platform/errors/app-error';
import { createOrLookUp, unknownRecord } from '../../../platform/errors/unknown-record';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { Outbox } from '../../../platform/outbox/outbox';
import { CustomerBillingTerms } from '../../customers';
import type { OwnTerms } from '../coupon.dto';
import type { CouponEntity } from '../coupon.entity';
import { fullBalance, termProblems, type CouponTerms } from '../coupon.rules';
import { CouponsRepository } from '../coupons.repository';
import type { AppliedCouponEntity } from './applied-coupon.entity';
import { CouponApplied, eventOf } from './applied-coupon.events';
import { AppliedCouponsRepository, type AppliedCouponFilters } from './applied-coupons.repository';

const NO_COUPON = createOrLookUp('coupon', '/v1/coupons', 'code');

/** A coupon to apply to a customer. */
export interface CouponApplication {
  couponCode: string;
  /** Terms that replace those of the coupon. */
  own: OwnTerms;
}

/** Implements docs/billing-rules.md#applied-coupons. */
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
   * Applies a coupon to a customer, with a copy of its terms.
   *
   * @throws NotFoundError for an unknown customer; ValidationFailedError for an unknown or expired coupon, one in another
   *   currency than the customer's, a second application where the coupon is not reusable, or terms that do not fit.
   */
  apply(
    organizationId: string,
    customerId: string,
    { couponCode, own }: CouponApplication,
  ): Promise<AppliedCouponEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      await this.customers.lock(tx, organizationId, [customerId]);
      const currency = await this.currencyOf(tx, organizationId, customerId);
      const coupon = await this.coupons.findForUse(tx, organizationId, couponCode);
      if (coupon === null)
        throw new ValidationFailedError([unknownRecord('coupon_code', 'coupon', NO_COUPON)]);
      const terms = termsFor(coupon, own);
      assertCurrency(coupon, currency);
      const now = this.clock.now();
      if (coupon.expirationAt !== null && coupon.expirationAt <= now) {
        throw refusal('invalid_state', `the coupon expired at ${coupon.expirationAt.toISOString()}.`);
      }
      if (!coupon.reusable && (await this.repository.existsOf(tx, organizationId, coupon.id, customerId))) {
        throw refusal('invalid_state', 'the coupon is not reusable, and has been applied to this customer.');
      }
      const applied = newApplication(coupon, customerId, terms, now);
      await this.repository.insert(tx, applied);
      // Check again: the customer could be deleted, or its currency changed, until the row was inserted.
      assertCurrency(coupon, await this.currencyOf(tx, organizationId, customerId));
      await this.outbox.append(tx, eventOf(CouponApplied, applied));
      return applied;
    });
  }

  /** Also lists the coupons of a deleted customer. */
  list(
    organizationId: string,
    filters: AppliedCouponFilters,
    query: PageQuery,
  ): Promise<Page<AppliedCouponEntity>> {
    return this.transactions.readFor(organizationId, async (tx) => {
      await this.customers.of(tx, organizationId, filters.customerId);
      return this.repository.list(tx, organizationId, filters, query);
    });
  }

  get(organizationId: string, customerId: string, id: string): Promise<AppliedCouponEntity> {
    return this.transactions.readFor(organizationId, async (tx) =>
      requireOf(customerId, await this.repository.find(tx, organizationId, id)),
    );
  }

  /** @throws InvalidStateError if it is exhausted or ended. */
  end(organizationId: string, customerId: string, id: string): Promise<void> {
    return this.transactions.runFor(organizationId, async (tx) => {
      await this.customers.lock(tx, organizationId, [customerId]);
      const [row = null] = await this.repository.findForUpdate(tx, organizationId, [id]);
      const applied = requireOf(customerId, row);
      if (applied.status !== 'active') {
        throw new InvalidStateError(`The applied coupon is already ${applied.status}.`);
      }
      const now = this.clock.now();
      await this.repository.update(tx, { ...applied, status: 'ended', endedAt: now, updatedAt: now });
    });
  }

  /** Returns the customer's own currency; null if it has none. */
  private async currencyOf(
    tx: Transaction,
    organizationId: string,
    customerId: string,
  ): Promise<string | null> {
    const { isDeleted, currency } = await this.customers.of(tx, organizationId, customerId);
    if (isDeleted) throw new NotFoundError('customer');
    return currency;
  }
}

function requireOf(customerId: string, applied: AppliedCouponEntity | null): AppliedCouponEntity {
  if (applied?.customerId !== customerId) throw new NotFoundError('applied coupon');
  return applied;
}

function refusal(code: string, reason: string): ValidationFailedError {
  return ValidationFailedError.of('coupon_code', code, `coupon_code cannot be applied: ${reason}`);
}

function assertCurrency({ currency }: CouponEntity, customerCurrency: string | null): void {
  if (currency === null || customerCurrency === null || currency === customerCurrency) return;
  throw refusal(
    'currency_mismatch',
    `the coupon is in ${currency}, but the currency of the customer is ${customerCurrency}.`,
  );
}

/**
 * Returns the terms of the coupon with those of the customer in their place. Another frequency also replaces the number
 * of bills.
 */
function termsFor(coupon: CouponEntity, own: OwnTerms): CouponTerms {
  const { couponType, amountCents, currency, percentageRate, frequency } = coupon;
  const keepsFrequency = own.frequency === undefined || own.frequency === frequency;
  const frequencyDuration = keepsFrequency ? coupon.frequencyDuration : null;
  const inherited = { couponType, amountCents, currency, percentageRate, frequency, frequencyDuration };
  const terms: CouponTerms = { ...inherited, ...own };
  const problems = termProblems(terms);
  if (problems.length > 0) throw new ValidationFailedError(problems);
  return terms;
}

function newApplication(
  coupon: CouponEntity,
  customerId: string,
  terms: CouponTerms,
  now: Date,
): AppliedCouponEntity {
  const { organizationId, id: couponId, code, name, reusable, planIds, billableMetricCodes } = coupon;
  const copied = { organizationId, couponId, code, name, reusable, planIds, billableMetricCodes, ...terms };
  const dates = { createdAt: now, updatedAt: now, endedAt: null };
  return { ...copied, ...fullBalance(terms), ...dates, id: newId(), customerId };
}
