/** The names that the triggers of the migrations give to what they count. */
export const INVOICE_DAYS = [
  'invoices_issued',
  'invoices_issued_cents',
  'invoices_voided',
  'invoices_voided_cents',
  'invoices_paid_cents',
] as const;

/** Sums of the present, without a day. */
export const INVOICES_NOW = [
  'invoices_open',
  'invoices_open_cents',
  'invoices_overdue',
  'invoices_overdue_cents',
] as const;

/** Changes of the recurring price of a year. */
export const MRR = 'mrr_yearly_cents';

/** The same changes by month of UTC, so that a balance need not add up every quarter of the past. */
export const MRR_MONTHS = 'mrr_yearly_cents_by_month';

export const DELIVERY_DAYS = [
  'deliveries_created',
  'deliveries_succeeded',
  'deliveries_failed',
  'deliveries_attempts',
] as const;

export const USAGE_DAYS = ['usage_events'] as const;
