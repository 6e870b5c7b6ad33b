export type { Coupon as CouponBody, AppliedCoupon as AppliedCouponBody } from '@billing-service/sdk';
