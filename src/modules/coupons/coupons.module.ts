import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { BillableMetricsModule } from '../billable-metrics';
import { CustomersModule } from '../customers';
import { INVOICE_DISCOUNTS } from '../invoices';
import { PlansModule } from '../plans';
import { AppliedCouponsRepository } from './applied/applied-coupons.repository';
import { AppliedCouponsService } from './applied/applied-coupons.service';
import { CouponDiscounts } from './applied/coupon-discounts';
import { CustomerCoupons } from './applied/customer-coupons';
import { CustomerCouponsController } from './applied/customer-coupons.controller';
import { CouponsController } from './coupons.controller';
import { CouponsRepository } from './coupons.repository';
import { CouponsService } from './coupons.service';

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
    CustomerCoupons,
  ],
})
export class CouponsModule {}
