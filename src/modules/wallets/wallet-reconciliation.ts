import { Injectable } from '@nestjs/common';
import type {
  ReconciliationCheck,
  ReconciliationCheckList,
} from '../../platform/reconciliation/reconciliation-checks';

/** The wallets with the sums of their transactions. Outbound transactions are negative. */
const SUMS = `
  SELECT wallet.id, wallet.balance_cents, wallet.credits_balance, wallet.consumed_amount_cents,
         wallet.consumed_credits,
         coalesce(sum(sign * amount_cents), 0) AS cents,
         coalesce(sum(sign * credits), 0) AS credits,
         coalesce(sum(- sign * amount_cents) FILTER (WHERE invoice_id IS NOT NULL), 0) AS used_cents,
         coalesce(sum(- sign * credits) FILTER (WHERE invoice_id IS NOT NULL), 0) AS used_credits
    FROM wallets AS wallet
    LEFT JOIN (SELECT wallet_id, amount_cents, credits, invoice_id,
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
    LEFT JOIN (SELECT invoice_id, sum(amount_cents) AS cents FROM invoice_fundings
                WHERE organization_id = $1 GROUP BY invoice_id) AS other ON other.invoice_id = invoice.id
    LEFT JOIN (SELECT invoice_id, sum(amount_cents) AS cents FROM wallet_transactions
                WHERE organization_id = $1 AND source = 'invoice' GROUP BY invoice_id) AS used
      ON used.invoice_id = invoice.id
   WHERE invoice.organization_id = $1
     AND invoice.prepaid_credit_amount_cents <> coalesce(used.cents, 0) + coalesce(other.cents, 0)`;

/** The reconciliation checks for wallets. */
@Injectable()
export class WalletReconciliation implements ReconciliationCheckList {
  get checks(): readonly ReconciliationCheck[] {
    return [
      {
        name: 'wallet_balances',
        description: 'The balance of a wallet equals the sum of its transactions.',
        sql: disagreement('cents', 'balance_cents'),
      },
      {
        name: 'wallet_credits',
        description: "The credits in a wallet equal the sum of its transactions' credits.",
        sql: disagreement('credits', 'credits_balance'),
      },
      {
        name: 'wallet_consumption',
        description:
          'The consumed amount and credits of a wallet equal those used by invoices, minus those returned by ' +
          'voided invoices.',
        sql: `${disagreement('used_cents', 'consumed_amount_cents')}
              UNION ALL ${disagreement('used_credits', 'consumed_credits')}`,
      },
      {
        name: 'invoice_wallets',
        description:
          'The prepaid credit amount of an invoice equals the sum of its wallet transactions and other fundings.',
        sql: USED_BY_INVOICES,
      },
    ];
  }
}
