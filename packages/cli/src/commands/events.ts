import type { EventKind, Schemas } from '@billing-service/sdk';
import { client } from '../credentials.js';
import { columns, type Output } from '../output.js';
import { pageOf, take } from './take.js';

export interface EventsOptions {
  kind?: string;
  status?: string;
  endpoint?: string;
  limit: number;
}

/** Prints the latest events as they were delivered, newest first. */
export async function events(
  output: Output,
  { kind, status, endpoint, limit }: EventsOptions,
): Promise<void> {
  const query = {
    limit: pageOf(limit),
    ...(kind === undefined ? {} : { webhook_type: kind as EventKind }), // the API says which there are
    ...(status === undefined ? {} : { status: status as Schemas['Delivery']['status'] }),
    ...(endpoint === undefined ? {} : { webhook_endpoint_id: endpoint }),
  };
  const deliveries = client().list('/v1/webhook_endpoints/hooks/list', { params: { query } });
  for await (const delivery of take(deliveries, limit)) output.result(delivery, lineOf(delivery));
}

/** Returns a delivery as a line. */
export function lineOf(delivery: Schemas['Delivery']): string {
  return columns(
    [delivery.created_at, 24],
    [delivery.webhook_type, 28],
    [delivery.status, 9],
    [delivery.http_status === null ? '-' : String(delivery.http_status), 3],
    [delivery.id, 36],
    [delivery.error_message ?? '', 0],
  );
}
