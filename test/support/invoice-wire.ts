/** A tax with its amount, as the API returns it. */
export interface TaxAmountBody {
  code: string;
  name: string;
  rate: string;
  base_amount_cents: number;
  amount_cents: number;
}

/** A fee of an invoice, as the API returns it. */
export interface InvoiceFeeBody {
  id: string;
  type: string;
  description: string;
  units: string;
  unit_amount: string | null;
  amount_cents: number;
  taxes_amount_cents: number;
  applied_taxes: { code: string; name: string; rate: string }[];
  taxes: TaxAmountBody[];
  billable_metric_code: string | null;
  charge_id: string | null;
  plan_id: string | null;
  from: string | null;
  to: string | null;
  billed_days: number | null;
  period_days: number | null;
  events_count: number | null;
  discount_amount_cents: number;
  net_amount_cents: number;
}

/** An invoice, as the API returns it. */
export interface InvoiceBody {
  id: string;
  number: string | null;
  customer_id: string;
  subscription_id: string | null;
  invoice_type: string;
  status: string;
  currency: string;
  billing_period: { from: string; to: string } | null;
  fees: InvoiceFeeBody[];
  fees_amount_cents: number;
  coupons_amount_cents: number;
  coupons: { applied_coupon_id: string; code: string; name: string; amount_cents: number }[];
  taxes_amount_cents: number;
  taxes: TaxAmountBody[];
  credit_notes_amount_cents: number;
  prepaid_credit_amount_cents: number;
  total_amount_cents: number;
  amount_paid_cents: number;
  offset_amount_cents: number;
  amount_due_cents: number;
  issuing_date: string;
  payment_due_date: string;
  payment_overdue: boolean;
  finalized_at: string | null;
  paid_at: string | null;
  voided_at: string | null;
  created_at: string;
  updated_at: string;
}
