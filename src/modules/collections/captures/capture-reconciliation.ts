import { Injectable } from '@nestjs/common';
import type { ReconciliationSource } from '../../../platform/reconciliation/reconciliation-checks';

/** Money that a provider took and nobody here knows of. */
const CAPTURES = `
  SELECT 'collection' AS object_type, unknown.collection_id AS object_id, unknown.amount_cents AS expected,
         coalesce(payment.amount_cents, 0) AS actual
    FROM unknown_captures AS unknown
    LEFT JOIN payments AS payment
      ON payment.organization_id = unknown.organization_id AND payment.provider = unknown.provider
     AND payment.provider_payment_id = unknown.provider_payment_id
   WHERE unknown.organization_id = $1 AND payment.id IS NULL`;

/** Registers what must agree with the providers (docs/payments.md#captures). */
@Injectable()
export class CaptureReconciliation implements ReconciliationSource {
  readonly checks = [
    {
      name: 'provider_captures',
      description: 'Every capture that a provider made for a collection is a payment here.',
      sql: CAPTURES,
    },
  ];
}
