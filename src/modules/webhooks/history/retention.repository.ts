import { Injectable } from '@nestjs/common';
import { notMoving } from '../../../platform/cells/held-organizations';
import type { Transaction } from '../../../platform/database/transactions';

/** Statements of the retention job, across organizations. */
@Injectable()
export class RetentionRepository {
  /** Deletes what inboxes received before then. */
  async deleteInboxRequestsBefore(tx: Transaction, before: Date): Promise<void> {
    await tx.query(
      `DELETE FROM webhook_inbox_requests AS request WHERE created_at < $1 AND ${notMoving('request')}`,
      [before],
    );
  }

  /**
   * Deletes spans of subscriptions that no event needs any more: those that ended before `before` and before the oldest
   * event of their organization. The margin of a day is far longer than any transaction.
   */
  async deleteSubscriptionsBefore(tx: Transaction, before: Date): Promise<void> {
    await tx.query(
      `DELETE FROM webhook_endpoint_subscriptions AS span
        WHERE ends_at < $1::timestamptz - interval '1 day' AND ${notMoving('span')}
          AND NOT EXISTS (
            SELECT 1 FROM (SELECT created_at FROM outbox_events AS event
                            WHERE event.organization_id = span.organization_id ORDER BY event.id LIMIT 1) AS oldest
             WHERE oldest.created_at < span.ends_at + interval '1 day')`,
      [before],
    );
  }
}
