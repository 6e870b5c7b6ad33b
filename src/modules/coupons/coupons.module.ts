import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { defineScopes } from '../../platform/http/scopes';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { BillableMetricsModule } from '../billable-metrics';
import { CustomersModule } from '../customers';
import { INVOICE_DISCOUNTS } from '../invoices';
import { PlansModule } from '../plans';
import { AppliedCouponsRepository } from './applied/applied-coupons.repository';
import { AppliedCouponsService } from './applied/applied-coupons.service';
import { CouponDiscounts } from './applied/coupon-discounts';
import { CouponReconciliation } from './applied/coupon-reconciliation';
import { CustomerCouponsController } from './applied/customer-coupons.controller';
import { CouponsController } from './coupons.controller';
import { CouponsRepository } from './coupons.repository';
import { CouponsService } from './coupons.service';

defineScopes({
  'coupons:read': 'List and get coupons and the coupons of customers',
  'coupons:write': 'Create, update and delete coupons; apply them to customers and end that',
});

@Module({
  imports: [BillableMetricsModule, CustomersModule, PlansModule],
  controllers: [CouponsController, CustomerCouponsController],
  providers: [
    CouponsService,
    CouponsRepository,
    AppliedCouponsService,
    AppliedCouponsRepository,
    CouponDiscounts,
    extend(INVOICE_DISCOUNTS, CouponDiscounts),
    CouponReconciliation,
    extend(RECONCILIATION_CHECKS, CouponReconciliation),
  ],
})
export class CouponsModule {}
