/** A subscription, as the API returns it. */
export interface SubscriptionBody {
  id: string;
  external_id: string;
  customer_id: string;
  plan_id: string;
  plan_version: number;
  interval: string;
  amount_cents: number;
  currency: string;
  name: string | null;
  status: string;
  billing_time: string;
  subscription_at: string;
  started_at: string | null;
  trial_ends_at: string | null;
  trial_ended_at: string | null;
  ending_at: string | null;
  canceled_at: string | null;
  cancels_at: string | null;
  terminated_at: string | null;
  previous_plan_id: string | null;
  next_plan_id: string | null;
  on_termination_action: string;
  current_period: { from: string; to: string } | null;
  billing_error: { code: string; message: string; since: string; next_retry_at: string } | null;
  created_at: string;
  updated_at: string;
}

/** A usage threshold, as the API returns it. */
export interface ThresholdBody {
  id: string;
  plan_id: string | null;
  subscription_id: string | null;
  amount_cents: number;
  currency: string;
  threshold_display_name: string | null;
  recurring: boolean;
}
