import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { InvalidStateError, NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import { createOrLookUp, unknownRecord } from '../../platform/errors/unknown-record';
import type { Page, PageQuery } from '../../platform/http/paging';
import { NO_PRECONDITION, type Precondition } from '../../platform/http/versions';
import { BillableMetricsService } from '../billable-metrics';
import { PlansService } from '../plans';
import { AppliedCouponsRepository } from './applied/applied-coupons.repository';
import { toCouponResponse, type CouponInput } from './coupon.dto';
import type { CouponEntity } from './coupon.entity';
import { termProblems } from './coupon.rules';
import { CouponsRepository } from './coupons.repository';

const PLAN = { resource: 'plan', list: '/v1/plans' };
const METRIC = { resource: 'billable metric', list: '/v1/billable_metrics' };

/** Response fields that can differ after an update of a coupon that has been applied. */
const FREE_FIELDS = new Set(['name', 'expiration_at', 'updated_at']);

/** Implements docs/billing-rules.md#coupons. */
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

  /**
   * @throws ConflictError if the code is taken; ValidationFailedError for terms that do not fit each other, unknown codes
   *   or a past expiration.
   */
  create(organizationId: string, input: CouponInput & { code: string }): Promise<CouponEntity> {
    assertSound(input);
    return this.transactions.runFor(organizationId, async (tx) => {
      const now = this.clock.now();
      if (input.expirationAt !== null && input.expirationAt <= now) {
        throw ValidationFailedError.of(
          'expiration_at',
          'out_of_range',
          'expiration_at must be in the future.',
        );
      }
      const planIds = await this.resolveLimits(tx, organizationId, input);
      const base = {
        organizationId,
        id: newId(),
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
        rowVersion: 1,
      };
      const coupon: CouponEntity = { ...input, planIds, ...base };
      await this.repository.insert(tx, coupon);
      return coupon;
    });
  }

  list(
    organizationId: string,
    filters: { code: string | undefined },
    query: PageQuery,
  ): Promise<Page<CouponEntity>> {
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.list(tx, organizationId, filters, query),
    );
  }

  async get(organizationId: string, id: string): Promise<CouponEntity> {
    const coupon = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, id),
    );
    if (coupon === null) throw new NotFoundError('coupon');
    return coupon;
  }

  /**
   * Changes the given fields. A past expiration ends the application at once.
   *
   * @throws InvalidStateError if a coupon that has been applied would change in more than name and expiration;
   *   ValidationFailedError as for `create`.
   */
  update(
    organizationId: string,
    id: string,
    input: Partial<CouponInput>,
    precondition: Precondition<CouponEntity> = NO_PRECONDITION,
  ): Promise<CouponEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const before = await this.lock(tx, organizationId, id);
      precondition.assertMet(before);
      const after: CouponEntity = { ...before, ...input, updatedAt: this.clock.now() };
      assertSound(after);
      const fixed = fixedFieldsChanged(before, after);
      if (fixed.length > 0 && (await this.applied.existsOf(tx, organizationId, id))) {
        throw new InvalidStateError(
          `${fixed.join(', ')} cannot be changed, because the coupon has been applied; only name and ` +
            'expiration_at can. Create another coupon for other terms.',
        );
      }
      const { planCodes = [], billableMetricCodes = [] } = input;
      const limits = { planCodes, billableMetricCodes };
      const planIds = await this.resolveLimits(tx, organizationId, limits, before.billableMetricCodes);
      if (input.planCodes !== undefined) after.planIds = planIds;
      return this.repository.update(tx, after);
    });
  }

  /** Deletes a coupon and ends its applications, which remain readable. */
  delete(organizationId: string, id: string): Promise<void> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const coupon = await this.lock(tx, organizationId, id);
      const now = this.clock.now();
      await this.applied.endAll(tx, organizationId, { couponId: id }, now);
      await this.repository.update(tx, { ...coupon, deletedAt: now, updatedAt: now });
    });
  }

  /**
   * Returns the IDs of the plans.
   *
   * @param keptMetrics codes that the coupon already has; their metrics may have been deleted
   * @throws ValidationFailedError naming each unknown code.
   */
  private async resolveLimits(
    tx: Transaction,
    organizationId: string,
    { planCodes, billableMetricCodes }: Pick<CouponInput, 'planCodes' | 'billableMetricCodes'>,
    keptMetrics: readonly string[] = [],
  ): Promise<string[]> {
    const plans = planCodes.length === 0 ? [] : await this.plans.findForUse(tx, organizationId, planCodes);
    assertAllFound('plan_codes', PLAN, planCodes, codesOf(plans));
    const keys = { ids: [], codes: billableMetricCodes };
    const metrics =
      billableMetricCodes.length === 0 ? [] : await this.metrics.findForUse(tx, organizationId, keys);
    assertAllFound('billable_metric_codes', METRIC, billableMetricCodes, [
      ...codesOf(metrics),
      ...keptMetrics,
    ]);
    return plans.map((it) => it.id);
  }

  private async lock(tx: Transaction, organizationId: string, id: string): Promise<CouponEntity> {
    const coupon = await this.repository.findForUpdate(tx, organizationId, id);
    if (coupon === null) throw new NotFoundError('coupon');
    return coupon;
  }
}

function assertSound(input: CouponInput): void {
  const problems = termProblems(input);
  if (input.planCodes.length > 0 && input.billableMetricCodes.length > 0) {
    const field = 'billable_metric_codes';
    const message = `${field} must be empty if the coupon has plan_codes: it is limited to plans or to metrics.`;
    problems.push({ field, code: 'invalid_value', message });
  }
  if (problems.length > 0) throw new ValidationFailedError(problems);
}

function assertAllFound(
  field: string,
  { resource, list }: { resource: string; list: string },
  codes: readonly string[],
  found: readonly string[],
): void {
  const known = new Set(found);
  const problems = codes.flatMap((code, index) =>
    known.has(code)
      ? []
      : [unknownRecord(`${field}.${index}`, resource, createOrLookUp(resource, list, 'code'))],
  );
  if (problems.length > 0) throw new ValidationFailedError(problems);
}

const codesOf = (records: readonly { code: string }[]): string[] => records.map((it) => it.code);

/** Returns the names of the changed fields that cannot change once the coupon has been applied. */
function fixedFieldsChanged(before: CouponEntity, after: CouponEntity): string[] {
  const shown = { before: toCouponResponse(before), after: toCouponResponse(after) };
  return (Object.keys(shown.after) as (keyof typeof shown.after)[]).filter(
    (field) =>
      !FREE_FIELDS.has(field) &&
      !isDeepStrictEqual(unordered(shown.before[field]), unordered(shown.after[field])),
  );
}

/** Returns a list of codes in a fixed order, because their order has no meaning; other values as they are. */
function unordered(value: unknown): unknown {
  return Array.isArray(value) ? value.toSorted() : value;
}
