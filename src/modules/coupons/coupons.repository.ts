import { Injectable } from '@nestjs/common';
import { ArrayContains, IsNull } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import { updateVersioned } from '../../platform/database/update-versioned';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { CouponEntity } from './coupon.entity';

registerUniqueConstraint('coupons_code', 'Another coupon of this organization has this code.');

/** Excludes deleted coupons. */
@Injectable()
export class CouponsRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<CouponEntity | null> {
    return tx.findOneBy(CouponEntity, { organizationId, id, deletedAt: IsNull() });
  }

  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<CouponEntity | null> {
    const where = { organizationId, id, deletedAt: IsNull() };
    return tx.findOne(CouponEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Finds a coupon by code, with a shared lock that keeps its terms from being changed. */
  findForUse(tx: Transaction, organizationId: string, code: string): Promise<CouponEntity | null> {
    const where = { organizationId, code, deletedAt: IsNull() };
    return tx.findOne(CouponEntity, { where, lock: { mode: 'pessimistic_read' } });
  }

  /** Finds a coupon that is limited to a plan. */
  findLimitedTo(tx: Transaction, organizationId: string, planId: string): Promise<CouponEntity | null> {
    return tx.findOneBy(CouponEntity, {
      organizationId,
      planIds: ArrayContains([planId]),
      deletedAt: IsNull(),
    });
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: { code: string | undefined },
    query: PageQuery,
  ): Promise<Page<CouponEntity>> {
    const where = { ...withoutUndefined(filters), organizationId, deletedAt: IsNull() };
    return findPage(tx, CouponEntity, where, query);
  }

  async insert(tx: Transaction, coupon: CouponEntity): Promise<void> {
    await tx.insert(CouponEntity, coupon);
  }

  update(tx: Transaction, coupon: CouponEntity): Promise<CouponEntity> {
    return updateVersioned(tx, CouponEntity, coupon);
  }
}
