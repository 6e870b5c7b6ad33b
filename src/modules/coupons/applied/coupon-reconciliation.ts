import { Injectable } from '@nestjs/common';
import type { ReconciliationSource } from '../../../platform/reconciliation/reconciliation-checks';

/** Without ended ones: voiding an invoice gives them nothing back. */
const REMAINING = `
  SELECT 'applied_coupon' AS object_type, applied.id AS object_id,
         applied.amount_cents - coalesce(used.cents, 0) AS expected, applied.amount_remaining_cents AS actual
    FROM applied_coupons AS applied
    LEFT JOIN (SELECT discount.source_id, sum(discount.amount_cents) AS cents
                 FROM invoice_discounts AS discount
                 JOIN invoices AS invoice
                   ON invoice.organization_id = discount.organization_id AND invoice.id = discount.invoice_id
                WHERE discount.organization_id = $1 AND discount.source = 'coupon'
                  AND invoice.status IN ('finalized', 'paid')
                GROUP BY discount.source_id) AS used ON used.source_id = applied.id
   WHERE applied.organization_id = $1 AND applied.status <> 'ended' AND applied.amount_remaining_cents IS NOT NULL
     AND applied.amount_remaining_cents <> applied.amount_cents - coalesce(used.cents, 0)`;

/** The sums of coupons that must agree. */
@Injectable()
export class CouponReconciliation implements ReconciliationSource {
  readonly checks = [
    {
      name: 'applied_coupons',
      description: 'The amount left of a coupon is its amount less the discounts of final invoices.',
      sql: REMAINING,
    },
  ];
}
