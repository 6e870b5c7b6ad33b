import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';

/** How long ago the object of a collection was asked for. */
export const OPEN_AGES = ['under_1_hour', 'under_1_day', 'under_1_week', 'older'] as const;
export type OpenAge = (typeof OPEN_AGES)[number];

export interface UnknownMoney {
  /** `collection`: an answer was lost; `capture`: the provider took it for a collection that does not exist here. */
  source: 'collection' | 'capture';
  currency: string;
  cents: number;
}

/**
 * Figures of all organizations about open collections. A collection that can take money is always due at some time, so
 * that the partial index collections_due holds nothing else but those.
 */
@Injectable()
export class CollectionFiguresRepository {
  async openByAge(reader: Transaction): Promise<Map<OpenAge, number>> {
    const rows = await reader.query<{ age: OpenAge; count: number }[]>(
      `SELECT CASE WHEN age < interval '1 hour' THEN 'under_1_hour' WHEN age < interval '1 day' THEN 'under_1_day'
                   WHEN age < interval '7 days' THEN 'under_1_week' ELSE 'older' END AS age, count(*)::int AS count
         FROM (SELECT now() - coalesce(requested_at, now()) AS age FROM collections
                WHERE next_action_at IS NOT NULL AND dead_at IS NULL AND status <> 'succeeded') AS open
        GROUP BY 1`,
    );
    return new Map(rows.map((it) => [it.age, it.count]));
  }

  async unknownMoney(reader: Transaction): Promise<UnknownMoney[]> {
    const rows = await reader.query<(Omit<UnknownMoney, 'cents'> & { cents: string })[]>(
      `SELECT 'collection' AS source, currency, sum(amount_cents) AS cents FROM collections
        WHERE next_action_at IS NOT NULL AND status = 'unknown' GROUP BY currency
       UNION ALL
       SELECT 'capture', unknown.currency, sum(unknown.amount_cents) FROM unknown_captures AS unknown
        WHERE NOT EXISTS (SELECT FROM payments AS payment
               WHERE payment.organization_id = unknown.organization_id AND payment.provider = unknown.provider
                 AND payment.provider_payment_id = unknown.provider_payment_id)
        GROUP BY unknown.currency`,
    );
    return rows.map((it) => ({ ...it, cents: Number(it.cents) }));
  }
}
