import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { anEndpoint } from './builders';
import { eventually } from './eventually';
import { EventStream } from './event-stream';
import type { TestApp, TestOrganization } from './test-app';
import { listOf, type EndpointBody } from './wire';

export interface InboxMessageBody {
  id: string;
  received_at: string;
  headers: Record<string, string>;
  body: string;
}

/** Creates an endpoint whose deliveries are stored in its inbox. */
export const anInbox = (
  organization: TestOrganization,
  fields: object = {},
): Promise<EndpointBody & { secret: string }> => anEndpoint(organization, 'inbox', fields);

export const inboxPath = (endpoint: { id: string }): string => `/v1/webhook_endpoints/${endpoint.id}/inbox`;

/** Returns the messages of an inbox, newest first. */
export async function messagesOf(
  organization: TestOrganization,
  endpoint: { id: string },
): Promise<InboxMessageBody[]> {
  return (await listOf<InboxMessageBody>(organization.get(inboxPath(endpoint)))).items;
}

/** Waits until an inbox has this many messages, and returns them, newest first. */
export function untilMessages(
  organization: TestOrganization,
  endpoint: { id: string },
  count: number,
): Promise<InboxMessageBody[]> {
  return eventually(async () => {
    const messages = await messagesOf(organization, endpoint);
    return messages.length >= count ? messages : null;
  });
}

/** Opens a stream of an inbox. */
export function streamOf(
  app: Pick<TestApp, 'url'>,
  rawKey: string,
  endpoint: { id: string },
  lastEventId?: string,
): Promise<EventStream<InboxMessageBody>> {
  return EventStream.open(`${app.url}${inboxPath(endpoint)}/stream`, rawKey, lastEventId);
}

/** Verifies both signatures of a message. Throws unless the Standard Webhooks signature is valid and recent. */
export function verifies({ headers, body }: InboxMessageBody, secret: string): boolean {
  new Webhook(secret).verify(body, headers);
  return headers['x-svc-signature'] === createHmac('sha256', secret).update(body).digest('hex');
}
