import { Injectable } from '@nestjs/common';
import type { ReconciliationSource } from '../../../platform/reconciliation/reconciliation-checks';

/** Lost answers are asked for every 20 seconds, so that one of an hour ago waits for a provider that is down, or longer. */
const UNKNOWN = `
  SELECT 'collection' AS object_type, id AS object_id, 0 AS expected, amount_cents AS actual
    FROM collections
   WHERE organization_id = $1 AND status = 'unknown'
     AND coalesce(confirm_requested_at, requested_at) < now() - interval '1 hour'`;

/** Registers what must be known about collections (docs/payments.md#money-that-is-unknown). */
@Injectable()
export class CollectionReconciliation implements ReconciliationSource {
  readonly checks = [
    {
      name: 'unknown_collections',
      description: 'What became of a collection is known an hour after its provider was asked.',
      sql: UNKNOWN,
    },
  ];
}
