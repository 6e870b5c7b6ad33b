import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { InvalidStateError, NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { BillableMetricsService } from '../billable-metrics';
import { PlansService } from '../plans';
import { AppliedCouponsRepository } from './applied/applied-coupons.repository';
import { toCouponResponse, type CouponInput } from './coupon.dto';
import type { CouponEntity } from './coupon.entity';
import { termProblems } from './coupon.rules';
import { CouponsRepository } from './coupons.repository';

/** Use cases of coupons (docs/billing-rules.md#discounts-and-coupons). */
@Injectable()
export class CouponsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CouponsRepository,
    private readonly applied: AppliedCouponsRepository,
    private readonly plans: PlansService,
    private readonly metrics: BillableMetricsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ConflictError when the code is taken; ValidationFailedError naming what is wrong. */
  create(caller: Caller, input: CouponInput & { code: string }): Promise<CouponEntity> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const now = this.clock.now();
      if (input.expirationAt !== null && input.expirationAt <= now) {
        const message = 'expiration_at must lie in the future.';
        throw ValidationFailedError.of('expiration_at', 'invalid_value', message);
      }
      const planIds = await this.resolve(tx, organizationId, input);
      const base = { organizationId, id: newId(), createdAt: now, updatedAt: now, deletedAt: null };
      const coupon: CouponEntity = { ...input, planIds, ...base };
      await this.repository.insert(tx, coupon);
      return coupon;
    });
  }

  list(caller: Caller, filters: { code: string | undefined }, query: PageQuery): Promise<Page<CouponEntity>> {
    return this.transactions.readFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, filters, query),
    );
  }

  async get(caller: Caller, id: string): Promise<CouponEntity> {
    const coupon = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, id),
    );
    if (coupon === null) throw new NotFoundError('coupon');
    return coupon;
  }

  /** @throws InvalidStateError when more than name and expiration of a coupon would change that has been applied. */
  update(caller: Caller, id: string, input: Partial<CouponInput>): Promise<CouponEntity> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const before = await this.lock(tx, organizationId, id);
      caller.precondition?.check(toCouponResponse(before));
      const planIds = await this.resolve(tx, organizationId, { ...before, ...input });
      const after: CouponEntity = { ...before, ...input, planIds };
      if (!hasSameTerms(before, after) && (await this.applied.existsOf(tx, organizationId, id))) {
        throw new InvalidStateError(
          'The coupon has been applied: only name and expiration_at can change. Create another coupon for other terms.',
        );
      }
      const updated = { ...after, updatedAt: this.clock.now() };
      await this.repository.update(tx, updated);
      return updated;
    });
  }

  /** Ends its applications too. */
  delete(caller: Caller, id: string): Promise<void> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const coupon = await this.lock(tx, organizationId, id);
      const now = this.clock.now();
      await this.applied.endAllOf(tx, organizationId, id, now);
      await this.repository.update(tx, { ...coupon, deletedAt: now, updatedAt: now });
    });
  }

  /** Checks terms and limits, and returns the ids of the plans. @throws ValidationFailedError */
  private async resolve(tx: Transaction, organizationId: string, input: CouponInput): Promise<string[]> {
    const { planCodes, billableMetricCodes } = input;
    const problems = termProblems(input);
    if (planCodes.length > 0 && billableMetricCodes.length > 0) {
      const message = 'billable_metric_codes must be empty when plan_codes is given: a coupon has one limit.';
      problems.push({ field: 'billable_metric_codes', code: 'invalid_value', message });
    }
    if (problems.length > 0) throw new ValidationFailedError(problems);
    const plans = await this.plans.findByCodes(tx, organizationId, planCodes);
    assertAllFound('plan_codes', planCodes, plans);
    const keys = { ids: [], codes: billableMetricCodes };
    const metrics =
      billableMetricCodes.length === 0 ? [] : await this.metrics.findForUse(tx, organizationId, keys);
    assertAllFound('billable_metric_codes', billableMetricCodes, metrics);
    return plans.map((it) => it.id);
  }

  private async lock(tx: Transaction, organizationId: string, id: string): Promise<CouponEntity> {
    const coupon = await this.repository.findForUpdate(tx, organizationId, id);
    if (coupon === null) throw new NotFoundError('coupon');
    return coupon;
  }
}

function assertAllFound(field: string, codes: readonly string[], found: readonly { code: string }[]): void {
  const known = new Set(found.map((it) => it.code));
  const problems = codes.flatMap((code, index) =>
    known.has(code)
      ? []
      : [
          {
            field: `${field}.${index}`,
            code: 'unknown_code',
            message: `${field}.${index}: ${JSON.stringify(code)} does not exist in this organization.`,
          },
        ],
  );
  if (problems.length > 0) throw new ValidationFailedError(problems);
}

function hasSameTerms(a: CouponEntity, b: CouponEntity): boolean {
  return (
    a.couponType === b.couponType &&
    a.amountCents === b.amountCents &&
    a.currency === b.currency &&
    a.percentageRate === b.percentageRate &&
    a.frequency === b.frequency &&
    a.frequencyDuration === b.frequencyDuration &&
    a.reusable === b.reusable &&
    a.planCodes.join('\n') === b.planCodes.join('\n') &&
    a.billableMetricCodes.join('\n') === b.billableMetricCodes.join('\n')
  );
}
