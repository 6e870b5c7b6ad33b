import type { TaxAmountBody } from './invoice-wire';

/** A credit note, as the API returns it. */
export interface CreditNoteBody {
  id: string;
  number: string | null;
  invoice_id: string;
  customer_id: string;
  status: string;
  reason: string;
  description: string | null;
  currency: string;
  items: {
    id: string;
    fee_id: string;
    amount_cents: number;
    taxes_amount_cents: number;
    taxes: TaxAmountBody[];
  }[];
  credit_amount_cents: number;
  refund_amount_cents: number;
  offset_amount_cents: number;
  refund_status: string | null;
  balance_amount_cents: number;
  taxes_amount_cents: number;
  taxes: TaxAmountBody[];
  total_amount_cents: number;
  issuing_date: string | null;
  created_at: string;
  updated_at: string;
  finalized_at: string | null;
  voided_at: string | null;
}

/** A wallet, as the API returns it. */
export interface WalletBody {
  id: string;
  customer_id: string;
  name: string | null;
  code: string | null;
  currency: string;
  rate_amount: string;
  priority: number;
  expiration_at: string | null;
  status: string;
  credits_balance: string;
  balance_cents: number;
  consumed_credits: string;
  consumed_amount_cents: number;
  created_at: string;
  updated_at: string;
  terminated_at: string | null;
}

/** A transaction of a wallet, as the API returns it. */
export interface WalletTransactionBody {
  id: string;
  wallet_id: string;
  sequence: number;
  transaction_type: string;
  transaction_status: string;
  source: string;
  credits: string;
  amount_cents: number;
  balance_after_cents: number;
  currency: string;
  invoice_id: string | null;
  created_at: string;
}
