import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { findPage } from '../../../platform/database/find-page';
import type { Transaction } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { withoutUndefined } from '../../../platform/http/without-undefined';
import type { AppliedCouponStatus } from '../coupon.rules';
import { AppliedCouponEntity } from './applied-coupon.entity';

/** Queries of the applied coupons. */
@Injectable()
export class AppliedCouponsRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<AppliedCouponEntity | null> {
    return tx.findOneBy(AppliedCouponEntity, { organizationId, id });
  }

  /** Locks applied coupons in the order of their ids, so that two callers cannot deadlock. */
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

  /** Returns the active coupons of a customer, the oldest first. */
  findActive(tx: Transaction, organizationId: string, customerId: string): Promise<AppliedCouponEntity[]> {
    const where = { organizationId, customerId, status: 'active' as const };
    return tx.find(AppliedCouponEntity, { where, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Returns those customers that have an active coupon. */
  async customersWithActive(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<string[]> {
    const rows = await tx.query<{ customer_id: string }[]>(
      `SELECT DISTINCT customer_id FROM applied_coupons
        WHERE organization_id = $1 AND customer_id = ANY ($2) AND status = 'active'`,
      [organizationId, [...customerIds]],
    );
    return rows.map((it) => it.customer_id);
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: { customerId: string; status: AppliedCouponStatus | undefined },
    query: PageQuery,
  ): Promise<Page<AppliedCouponEntity>> {
    return findPage(tx, AppliedCouponEntity, { ...withoutUndefined(filters), organizationId }, query);
  }

  /** Whether a coupon has ever been applied, to one customer if it is named. */
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

  /** Ends the active applications of a coupon. */
  async endAllOf(tx: Transaction, organizationId: string, couponId: string, now: Date): Promise<void> {
    const active = { organizationId, couponId, status: 'active' as const };
    await tx.update(AppliedCouponEntity, active, { status: 'ended', endedAt: now, updatedAt: now });
  }
}
