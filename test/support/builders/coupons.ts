import { newId } from '../../../src/platform/domain/id';
import type { AppliedCouponBody, CouponBody } from '../coupon-wire';
import type { TestOrganization } from '../test-app';
import { bodyOf } from '../wire';

const FIXED = { coupon_type: 'fixed_amount', amount_cents: 1000, currency: 'EUR' };

/** Creates a coupon: EUR 10.00 once. A `percentage_rate` in the fields makes it a percentage. */
export function aCoupon(organization: TestOrganization, fields: object = {}): Promise<CouponBody> {
  const code = newId();
  const type = 'percentage_rate' in fields ? { coupon_type: 'percentage' } : FIXED;
  const body = { code, name: code, ...type, frequency: 'once', ...fields };
  return bodyOf(organization.post('/v1/coupons', body), 201);
}

/** Applies a coupon to a customer: that of `coupon_code`, otherwise one created with the fields. */
export async function anAppliedCoupon(
  organization: TestOrganization,
  customer: { id: string },
  fields: object = {},
): Promise<AppliedCouponBody> {
  const body = 'coupon_code' in fields ? fields : { coupon_code: (await aCoupon(organization, fields)).code };
  return bodyOf(organization.post(`/v1/customers/${customer.id}/coupons`, body), 201);
}
