import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { findPage } from '../../../platform/database/find-page';
import { registerRetryableConstraint } from '../../../platform/database/pg-errors';
import type { Transaction } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { withoutUndefined } from '../../../platform/http/without-undefined';
import type { CustomerKey } from '../../customers';
import type { AppliedCouponStatus } from '../coupon.rules';
import { AppliedCouponEntity } from './applied-coupon.entity';

/** When two requests apply a coupon that is not reusable at once, the retry of one finds the application of the other. */
registerRetryableConstraint('applied_coupons_once');

export interface AppliedCouponFilters {
  customerId: string;
  status: AppliedCouponStatus | undefined;
}

@Injectable()
export class AppliedCouponsRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<AppliedCouponEntity | null> {
    return tx.findOneBy(AppliedCouponEntity, { organizationId, id });
  }

  /** Lock order: by ID. */
  findForUpdate(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<AppliedCouponEntity[]> {
    return tx.find(AppliedCouponEntity, {
      where: { organizationId, id: In([...ids]) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Returns the active coupons of a customer, oldest first. */
  findActive(tx: Transaction, organizationId: string, customerId: string): Promise<AppliedCouponEntity[]> {
    return tx.find(AppliedCouponEntity, {
      where: { organizationId, customerId, status: 'active' },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** Returns the IDs of the customers that have an active coupon. */
  async customersWithActive(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<string[]> {
    const rows = await tx.query<{ customer_id: string }[]>(
      `SELECT DISTINCT customer_id FROM applied_coupons
        WHERE organization_id = $1 AND customer_id = ANY ($2) AND status = 'active'`,
      [organizationId, customerIds],
    );
    return rows.map((it) => it.customer_id);
  }

  /**
   * Returns the currency of an active coupon of the customer that differs from `than`; null if there is none.
   *
   * @param than null for a coupon in any currency.
   */
  async otherCurrency(
    tx: Transaction,
    { organizationId, customerId }: CustomerKey,
    than: string | null,
  ): Promise<string | null> {
    const currency = Not(than ?? IsNull());
    const where = { organizationId, customerId, status: 'active' as const, currency };
    return (await tx.findOne(AppliedCouponEntity, { select: { currency: true }, where }))?.currency ?? null;
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: AppliedCouponFilters,
    query: PageQuery,
  ): Promise<Page<AppliedCouponEntity>> {
    return findPage(tx, AppliedCouponEntity, { ...withoutUndefined(filters), organizationId }, query);
  }

  /** Returns whether a coupon has ever been applied, to any customer or to one. */
  existsOf(tx: Transaction, organizationId: string, couponId: string, customerId?: string): Promise<boolean> {
    return tx.existsBy(AppliedCouponEntity, withoutUndefined({ organizationId, couponId, customerId }));
  }

  async insert(tx: Transaction, applied: AppliedCouponEntity): Promise<void> {
    await tx.insert(AppliedCouponEntity, applied);
  }

  async update(tx: Transaction, applied: AppliedCouponEntity): Promise<void> {
    const { organizationId, id, ...columns } = applied;
    await tx.update(AppliedCouponEntity, { organizationId, id }, columns);
  }

  /**
   * Ends all applications of a coupon or a customer: exhausted ones too, so that voiding an invoice does not restore
   * them. Locks them in the order of `findForUpdate`.
   */
  async endAll(
    tx: Transaction,
    organizationId: string,
    of: { couponId: string } | { customerId: string },
    now: Date,
  ): Promise<void> {
    const [column, id] = 'couponId' in of ? ['coupon_id', of.couponId] : ['customer_id', of.customerId];
    await tx.query(
      `WITH locked AS MATERIALIZED (
         SELECT id FROM applied_coupons
          WHERE organization_id = $1 AND ${column} = $2 AND status <> 'ended' ORDER BY id FOR UPDATE)
       UPDATE applied_coupons SET status = 'ended', ended_at = $3, updated_at = $3
        WHERE organization_id = $1 AND id IN (SELECT id FROM locked)`,
      [organizationId, id, now],
    );
  }
}
