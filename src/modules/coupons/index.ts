export { CouponsModule } from './coupons.module';
export { CouponApplied, CouponExhausted } from './applied/applied-coupon.events';
