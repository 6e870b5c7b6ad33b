import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { SEARCH_SOURCES } from '../../platform/search/search-sources';
import { BillableMetricsModule } from '../billable-metrics';
import { CUSTOMER_DEPENDENTS, CustomersModule } from '../customers';
import { INVOICE_DISCOUNTS } from '../invoices';
import { PLAN_DELETION_GUARDS, PlansModule } from '../plans';
import { AppliedCouponsRepository } from './applied/applied-coupons.repository';
import { AppliedCouponsService } from './applied/applied-coupons.service';
import { CouponDiscounts } from './applied/coupon-discounts';
import { CouponReconciliation } from './applied/coupon-reconciliation';
import { CustomerCoupons } from './applied/customer-coupons';
import { CustomerCouponsController } from './applied/customer-coupons.controller';
import { CouponPlans } from './coupon-plans';
import { CouponsController } from './coupons.controller';
import { CouponsRepository } from './coupons.repository';
import { CouponsService } from './coupons.service';
import { CouponSearch } from './coupon-search';

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
    CustomerCoupons,
    extend(CUSTOMER_DEPENDENTS, CustomerCoupons),
    CouponPlans,
    extend(PLAN_DELETION_GUARDS, CouponPlans),
    CouponSearch,
    extend(SEARCH_SOURCES, CouponSearch),
  ],
})
export class CouponsModule {}
