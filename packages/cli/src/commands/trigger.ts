import type { EventKind } from '@billing-service/sdk';
import { client } from '../credentials.js';
import type { Output } from '../output.js';
import { lineOf } from './events.js';

/** Sends a marked sample of a kind of event to one endpoint. */
export async function trigger(
  output: Output,
  kind: string,
  { endpoint }: { endpoint: string },
): Promise<void> {
  const delivery = await client().post('/v1/webhook_endpoints/{id}/test', {
    params: { path: { id: endpoint } },
    body: { webhook_type: kind as EventKind }, // the API says which there are
  });
  output.result(delivery, lineOf(delivery));
}
