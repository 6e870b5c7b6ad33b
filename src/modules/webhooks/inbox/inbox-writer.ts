import { Inject, Injectable } from '@nestjs/common';
import { Batcher } from '../../../platform/batching/batcher';
import { plainArray, textArray } from '../../../platform/database/array-literal';
import { isRefusedForValues } from '../../../platform/database/pg-errors';
import type { PreparedStatement } from '../../../platform/database/prepared-statement';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import type { OutboundOutcome } from '../../../platform/outbound';
import type { ClaimedDelivery } from '../queue/claimed-delivery';
import { DeliveryDatabase } from '../queue/delivery-database';
import { InboxStreams } from './inbox-streams';

const MAX_BATCH = 200;
/** Requests that an inbox keeps; older ones are deleted as new ones arrive. */
export const KEPT_REQUESTS = 1000;

/**
 * Stores requests with the next numbers of their inboxes, and deletes those that are too many. The upsert locks the
 * inboxes until the commit, in key order, so that no number becomes visible before a smaller one. `$6` is the time of
 * the test clock, else null.
 */
const RECEIVE: PreparedStatement = {
  name: 'webhooks_inbox_receive',
  text: `
    WITH request AS (
      SELECT request.*, row_number() OVER (PARTITION BY organization_id, endpoint_id ORDER BY position) AS nth
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[])
        WITH ORDINALITY AS request (organization_id, endpoint_id, id, delivery_id, headers, position)),
    counted AS (
      SELECT organization_id, endpoint_id, count(*) AS count FROM request GROUP BY 1, 2),
    inbox AS (
      INSERT INTO webhook_inboxes AS inbox (organization_id, webhook_endpoint_id, last_sequence)
      SELECT organization_id, endpoint_id, count FROM counted ORDER BY 1, 2
      ON CONFLICT (organization_id, webhook_endpoint_id)
      DO UPDATE SET last_sequence = inbox.last_sequence + excluded.last_sequence
      RETURNING organization_id, webhook_endpoint_id, last_sequence),
    received AS (
      INSERT INTO webhook_inbox_requests (organization_id, id, webhook_endpoint_id, sequence, delivery_id, headers,
                                          created_at)
      SELECT request.organization_id, request.id, request.endpoint_id, inbox.last_sequence - counted.count + request.nth,
             request.delivery_id, request.headers::json, coalesce($6::timestamptz, now())
        FROM request JOIN counted USING (organization_id, endpoint_id)
        JOIN inbox ON inbox.organization_id = request.organization_id
         AND inbox.webhook_endpoint_id = request.endpoint_id)
    DELETE FROM webhook_inbox_requests AS old USING inbox
     WHERE old.organization_id = inbox.organization_id AND old.webhook_endpoint_id = inbox.webhook_endpoint_id
       AND old.sequence <= inbox.last_sequence - ${KEPT_REQUESTS}`,
};

interface ReceivedRequest {
  delivery: ClaimedDelivery;
  /** As JSON. */
  headers: string;
}

/** The receiver of endpoints whose `url` is `inbox`: stores requests instead of sending them (docs/webhooks.md#inbox). */
@Injectable()
export class InboxWriter {
  private readonly batcher = new Batcher<ReceivedRequest, undefined>({
    maxSize: MAX_BATCH,
    write: (requests) => this.write(requests),
    isShared: (error) => !isRefusedForValues(error),
  });

  constructor(
    private readonly database: DeliveryDatabase,
    private readonly streams: InboxStreams,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores the request of an attempt; resolves with a successful outcome once it is durable.
   *
   * @throws when the database is unavailable: the attempt has failed, and is retried.
   */
  async receive(
    delivery: ClaimedDelivery,
    headers: Readonly<Record<string, string>>,
  ): Promise<OutboundOutcome> {
    const startedAt = performance.now();
    const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    await this.batcher.add({ delivery, headers: JSON.stringify(Object.fromEntries(lowerCase)) });
    return {
      sent: true,
      httpStatus: 200,
      responseBody: null,
      responseHeaders: null,
      success: true,
      errorMessage: null,
      retryAfterSeconds: null,
      localShortage: undefined,
      durationMs: Math.round(performance.now() - startedAt),
    };
  }

  private async write(requests: readonly ReceivedRequest[]): Promise<undefined[]> {
    await this.database.query(RECEIVE, [
      plainArray(requests.map((it) => it.delivery.organizationId)),
      plainArray(requests.map((it) => it.delivery.endpointId)),
      plainArray(requests.map(() => newId())),
      plainArray(requests.map((it) => it.delivery.id)),
      textArray(requests.map((it) => it.headers)),
      this.clock.frozenAt(),
    ]);
    this.streams.received();
    return requests.map(() => undefined);
  }
}
