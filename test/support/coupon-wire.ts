/** A coupon, as the API returns it. */
export interface CouponBody {
  id: string;
  code: string;
  name: string;
  coupon_type: string;
  amount_cents: number | null;
  currency: string | null;
  percentage_rate: string | null;
  frequency: string;
  frequency_duration: number | null;
  expiration_at: string | null;
  reusable: boolean;
  plan_codes: string[];
  billable_metric_codes: string[];
  created_at: string;
  updated_at: string;
}

/** A coupon applied to a customer, as the API returns it. */
export interface AppliedCouponBody {
  id: string;
  coupon_id: string;
  code: string;
  customer_id: string;
  status: string;
  coupon_type: string;
  amount_cents: number | null;
  currency: string | null;
  percentage_rate: string | null;
  amount_remaining_cents: number | null;
  frequency: string;
  frequency_duration_remaining: number | null;
  created_at: string;
  ended_at: string | null;
}
