import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DeletionGuard } from '../../platform/extensions';
import { CouponsRepository } from './coupons.repository';

/** Keeps plans that a coupon is limited to: the coupon would not lower the bills of another plan with the same code. */
@Injectable()
export class CouponPlans implements DeletionGuard {
  constructor(private readonly repository: CouponsRepository) {}

  async reasonToKeep(tx: Transaction, organizationId: string, planId: string): Promise<string | null> {
    const coupon = await this.repository.findLimitedTo(tx, organizationId, planId);
    if (coupon === null) return null;
    return `The coupon ${JSON.stringify(coupon.code)} is limited to the plan; delete it first: DELETE /v1/coupons/${coupon.id}.`;
  }
}
