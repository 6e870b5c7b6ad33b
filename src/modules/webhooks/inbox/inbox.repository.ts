import { Injectable } from '@nestjs/common';
import { findPage } from '../../../platform/database/find-page';
import { mapPage } from '../../../platform/database/read-page';
import type { Transaction } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { payloadsOf } from '../../../platform/outbox/event-payloads';
import { INBOX_URL } from '../../webhook-endpoints';
import type { EndpointKey } from '../queue/claimed-delivery';
import { InboxEntity, InboxRequestEntity } from './inbox-request.entity';

/** A request as the API returns it. */
export interface InboxRequest {
  id: string;
  sequence: number;
  deliveryId: string;
  webhookType: string;
  headers: Record<string, string>;
  /** As it would be sent. */
  body: string;
  createdAt: Date;
}

/** Where a stream stands: it has been sent all requests up to this number. */
export interface StreamPosition extends EndpointKey {
  sequence: number;
}

/** A request that a stream has not been sent. */
export interface StreamedRequest {
  /** Position of the stream among those asked for, from 0. */
  stream: number;
  sequence: number;
  /** Null if its delivery has been deleted. */
  request: InboxRequest | null;
}

type RequestRow = Omit<InboxRequest, 'sequence' | 'webhookType' | 'body'> & { sequence: string };
type StreamedRow = RequestRow & { stream: string; organizationId: string };
interface DeliveryRow {
  id: string;
  webhookType: string;
  eventId: string | null;
  samplePayload: string | null;
}
type Delivered = Pick<InboxRequest, 'webhookType' | 'body'>;

const COLUMNS = `request.id, request.sequence, request.delivery_id AS "deliveryId", request.headers,
  request.created_at AS "createdAt"`;

/** Requests that one statement reads for one stream. */
const STREAM_LIMIT = 20;

/** Queries of inboxes. */
@Injectable()
export class InboxRepository {
  async list(
    tx: Transaction,
    organizationId: string,
    webhookEndpointId: string,
    query: PageQuery,
  ): Promise<Page<InboxRequest>> {
    const page = await findPage(tx, InboxRequestEntity, { organizationId, webhookEndpointId }, query);
    return mapPage(page, (rows) => this.requests(tx, organizationId, rows));
  }

  /** Returns the number of the last request that an inbox has received, 0 before the first. */
  async lastSequence(tx: Transaction, organizationId: string, webhookEndpointId: string): Promise<number> {
    const inbox = await tx.findOneBy(InboxEntity, { organizationId, webhookEndpointId });
    return Number(inbox?.lastSequence ?? 0);
  }

  /** Returns the next requests of each stream, of any organization, in their order. */
  async next(tx: Transaction, streams: readonly StreamPosition[]): Promise<StreamedRequest[]> {
    const rows = await tx.query<StreamedRow[]>(
      `SELECT stream.position - 1 AS stream, request.organization_id AS "organizationId", ${COLUMNS}
         FROM unnest($1::uuid[], $2::uuid[], $3::bigint[])
         WITH ORDINALITY AS stream (organization_id, endpoint_id, sequence, position)
        CROSS JOIN LATERAL (
          SELECT * FROM webhook_inbox_requests
           WHERE organization_id = stream.organization_id AND webhook_endpoint_id = stream.endpoint_id
             AND sequence > stream.sequence
           ORDER BY sequence LIMIT ${STREAM_LIMIT}) AS request
        ORDER BY stream.position, request.sequence`,
      [
        streams.map((it) => it.organizationId),
        streams.map((it) => it.endpointId),
        streams.map((it) => it.sequence),
      ],
    );
    const delivered = new Map<string, Delivered>();
    for (const organizationId of new Set(rows.map((it) => it.organizationId))) {
      const own = rows.filter((it) => it.organizationId === organizationId);
      for (const [id, it] of await this.delivered(tx, organizationId, own)) delivered.set(id, it);
    }
    return rows.map(({ stream, organizationId: _, ...row }) => {
      const sequence = Number(row.sequence);
      const found = delivered.get(row.deliveryId);
      return {
        stream: Number(stream),
        sequence,
        request: found === undefined ? null : { ...row, ...found, sequence },
      };
    });
  }

  /** Returns which of these endpoints, of any organization, still are inboxes. */
  async openInboxes(tx: Transaction, endpoints: readonly EndpointKey[]): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT endpoint.id FROM webhook_endpoints AS endpoint
         JOIN unnest($1::uuid[], $2::uuid[]) AS open (organization_id, id)
           ON open.organization_id = endpoint.organization_id AND open.id = endpoint.id
        WHERE endpoint.url = $3 AND endpoint.deleted_at IS NULL`,
      [endpoints.map((it) => it.organizationId), endpoints.map((it) => it.endpointId), INBOX_URL],
    );
    return new Set(rows.map((it) => it.id));
  }

  private async requests(
    tx: Transaction,
    organizationId: string,
    rows: readonly InboxRequestEntity[],
  ): Promise<InboxRequest[]> {
    const found = await tx.query<RequestRow[]>(
      `SELECT ${COLUMNS} FROM webhook_inbox_requests AS request WHERE organization_id = $1 AND id = ANY ($2)`,
      [organizationId, rows.map((it) => it.id)],
    );
    const delivered = await this.delivered(tx, organizationId, found);
    const byId = new Map(found.map((it) => [it.id, it]));
    return rows.flatMap(({ id }) => {
      const row = byId.get(id);
      const delivery = row === undefined ? undefined : delivered.get(row.deliveryId);
      if (row === undefined || delivery === undefined) return [];
      return [{ ...row, ...delivery, sequence: Number(row.sequence) }];
    });
  }

  /** Returns kinds and bodies by delivery, without those that were dropped. Statements with ids alone read few partitions. */
  private async delivered(
    tx: Transaction,
    organizationId: string,
    requests: readonly { deliveryId: string }[],
  ): Promise<ReadonlyMap<string, Delivered>> {
    const deliveries = await tx.query<DeliveryRow[]>(
      `SELECT id, webhook_type AS "webhookType", event_id AS "eventId", sample_payload AS "samplePayload"
         FROM webhook_deliveries WHERE organization_id = $1 AND id = ANY ($2)`,
      [organizationId, requests.map((it) => it.deliveryId)],
    );
    const ids = deliveries.flatMap((it) => it.eventId ?? []);
    const payloads = await payloadsOf(tx, organizationId, ids);
    return new Map(
      deliveries.flatMap(({ id, webhookType, eventId, samplePayload }) => {
        const body = samplePayload ?? payloads.get(eventId ?? '');
        return body === undefined ? [] : [[id, { webhookType, body }]];
      }),
    );
  }
}
