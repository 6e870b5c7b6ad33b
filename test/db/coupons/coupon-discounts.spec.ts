import { CouponsModule } from '../../../src/modules/coupons';
import { CouponDiscounts } from '../../../src/modules/coupons/applied/coupon-discounts';
import { invoiceDiscountsSuite } from '../../conformance/invoice-discounts.suite';
import { bodyOf } from '../../support/wire';

invoiceDiscountsSuite('coupons', {
  module: CouponsModule,
  discounts: CouponDiscounts,
  async prepare(_app, organization, { customerId }) {
    const terms = { coupon_type: 'fixed_amount', amount_cents: 1000, currency: 'EUR', frequency: 'once' };
    await bodyOf(organization.post('/v1/coupons', { code: 'welcome', name: 'Welcome', ...terms }), 201);
    await bodyOf(organization.post(`/v1/customers/${customerId}/coupons`, { coupon_code: 'welcome' }), 201);
  },
});
