import { Injectable } from '@nestjs/common';
import type {
  ReconciliationCheck,
  ReconciliationCheckList,
} from '../../../platform/reconciliation/reconciliation-checks';

/** The applied coupons with what final invoices used of them. */
const USES = `
  SELECT applied.id, applied.status, applied.amount_cents, applied.amount_remaining_cents,
         applied.frequency_duration, applied.frequency_duration_remaining,
         coalesce(used.cents, 0) AS cents, coalesce(used.bills, 0) AS bills
    FROM applied_coupons AS applied
    LEFT JOIN (SELECT discount.source_id, sum(discount.amount_cents) AS cents, count(*) AS bills
                 FROM invoice_discounts AS discount
                 JOIN invoices AS invoice
                   ON invoice.organization_id = discount.organization_id AND invoice.id = discount.invoice_id
                WHERE discount.organization_id = $1 AND discount.source = 'coupon'
                  AND invoice.status IN ('finalized', 'paid')
                GROUP BY discount.source_id) AS used ON used.source_id = applied.id
   WHERE applied.organization_id = $1`;

/** An ended coupon may have less than expected: voiding an invoice restores nothing to it. */
const disagreement = (whole: string, used: string, remaining: string): string => `
  SELECT 'applied_coupon' AS object_type, id AS object_id, ${whole} - ${used} AS expected, ${remaining} AS actual
    FROM (${USES}) AS uses
   WHERE CASE status WHEN 'ended' THEN ${remaining} > ${whole} - ${used}
                     ELSE ${remaining} <> ${whole} - ${used} END`;

/** The reconciliation checks for coupons. */
@Injectable()
export class CouponReconciliation implements ReconciliationCheckList {
  get checks(): readonly ReconciliationCheck[] {
    return [
      {
        name: 'coupon_amounts',
        description: 'The remaining amount of a coupon is its amount minus the discounts of final invoices.',
        sql: disagreement('amount_cents', 'cents', 'amount_remaining_cents'),
      },
      {
        name: 'coupon_bills',
        description:
          'The remaining bills of a coupon are its number of bills minus the final invoices with it.',
        sql: disagreement('frequency_duration', 'bills', 'frequency_duration_remaining'),
      },
    ];
  }
}
