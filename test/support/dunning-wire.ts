/** A dunning campaign, as the API returns it. */
export interface CampaignBody {
  id: string;
  code: string;
  name: string;
  description: string | null;
  status: string;
  max_attempts: number;
  days_between_attempts: number;
  thresholds: { currency: string; amount_cents: number }[];
  applied_to_organization: boolean;
  created_at: string;
  updated_at: string;
}

/** A payment request, as the API returns it. */
export interface PaymentRequestBody {
  id: string;
  customer_id: string;
  invoice_ids: string[];
  amount_cents: number;
  amount_paid_cents: number;
  currency: string;
  payment_status: string;
  payment_attempts: number;
  next_attempt_at: string | null;
  dunning_campaign_id: string | null;
  created_at: string;
  updated_at: string;
}
