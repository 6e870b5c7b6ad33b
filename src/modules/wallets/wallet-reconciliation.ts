import { Injectable } from '@nestjs/common';
import type { ReconciliationSource } from '../../platform/reconciliation/reconciliation-checks';

/** The wallets with the sums of their transactions; outbound ones count as negative. */
const SUMS = `
  SELECT wallet.id, wallet.balance_cents, wallet.credits_balance, wallet.consumed_amount_cents,
         coalesce(sum(sign * amount_cents), 0) AS cents,
         coalesce(sum(sign * credits), 0) AS credits,
         coalesce(sum(- sign * amount_cents) FILTER (WHERE source IN ('invoice', 'voided_invoice')), 0) AS consumed
    FROM wallets AS wallet
    LEFT JOIN (SELECT wallet_id, amount_cents, credits, source,
                      CASE transaction_type WHEN 'inbound' THEN 1 ELSE -1 END AS sign
                 FROM wallet_transactions WHERE organization_id = $1) AS line ON line.wallet_id = wallet.id
   WHERE wallet.organization_id = $1
   GROUP BY wallet.organization_id, wallet.id`;

const disagreement = (expected: string, actual: string): string =>
  `SELECT 'wallet' AS object_type, id AS object_id, ${expected} AS expected, ${actual} AS actual
     FROM (${SUMS}) AS sums WHERE ${expected} <> ${actual}`;

const USED_BY_INVOICES = `
  SELECT 'invoice' AS object_type, invoice.id AS object_id,
         coalesce(used.cents, 0) + coalesce(other.cents, 0) AS expected,
         invoice.prepaid_credit_amount_cents AS actual
    FROM invoices AS invoice
    LEFT JOIN (SELECT invoice_id, sum(amount_cents) AS cents FROM wallet_transactions
                WHERE organization_id = $1 AND source = 'invoice' GROUP BY invoice_id) AS used
      ON used.invoice_id = invoice.id
    LEFT JOIN (SELECT invoice_id, sum(amount_cents) AS cents FROM invoice_fundings
                WHERE organization_id = $1 AND source NOT IN ('credit_notes', 'wallets')
                GROUP BY invoice_id) AS other
      ON other.invoice_id = invoice.id
   WHERE invoice.organization_id = $1
     AND invoice.prepaid_credit_amount_cents <> coalesce(used.cents, 0) + coalesce(other.cents, 0)`;

const GRANTED_WHEN_PAID = `
  SELECT 'wallet' AS object_type, top_up.wallet_id AS object_id,
         CASE WHEN invoice.status = 'paid' OR top_up.status = 'granted' THEN top_up.amount_cents ELSE 0 END AS expected,
         coalesce(line.amount_cents, 0) AS actual
    FROM wallet_top_ups AS top_up
    JOIN invoices AS invoice ON invoice.organization_id = $1 AND invoice.id = top_up.invoice_id
    LEFT JOIN wallet_transactions AS line
      ON line.organization_id = $1 AND line.invoice_id = top_up.invoice_id AND line.source = 'paid'
   WHERE top_up.organization_id = $1
     AND coalesce(line.amount_cents, 0) <>
         CASE WHEN invoice.status = 'paid' OR top_up.status = 'granted' THEN top_up.amount_cents ELSE 0 END`;

/** Sums of wallets that must agree. */
@Injectable()
export class WalletReconciliation implements ReconciliationSource {
  readonly checks = [
    {
      name: 'wallet_balances',
      description: 'The balance of a wallet is the sum of its transactions.',
      sql: disagreement('cents', 'balance_cents'),
    },
    {
      name: 'wallet_credits',
      description: 'The credits of a wallet are the sum of the credits of its transactions.',
      sql: disagreement('credits', 'credits_balance'),
    },
    {
      name: 'wallet_consumption',
      description:
        'The consumed amount of a wallet is what invoices used, less what voided invoices gave back.',
      sql: disagreement('consumed', 'consumed_amount_cents'),
    },
    {
      name: 'invoice_wallets',
      description:
        'The prepaid credit of an invoice is what wallet transactions and other funders paid of it.',
      sql: USED_BY_INVOICES,
    },
    {
      name: 'wallet_top_ups',
      description: 'A wallet has the credits of a collected top-up exactly when its invoice was paid.',
      sql: GRANTED_WHEN_PAID,
    },
  ];
}
