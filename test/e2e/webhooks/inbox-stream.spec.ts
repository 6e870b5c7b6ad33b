import { InboxStreams } from '../../../src/modules/webhooks/inbox/inbox-streams';
import { aCustomer, anApiKey } from '../../support/builders';
import { eventually } from '../../support/eventually';
import type { EventStream } from '../../support/event-stream';
import {
  anInbox,
  inboxPath,
  messagesOf,
  streamOf,
  untilMessages,
  verifies,
  type InboxMessageBody,
} from '../../support/inboxes';
import { startTestApp } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, wrongFieldsOf, problemOf, type WebhookBody } from '../../support/wire';

const ENDPOINTS = '/v1/webhook_endpoints';
const FROM_OLDEST = '00000000-0000-0000-0000-000000000000';

describe('the stream of an inbox', () => {
  const app = useTestApp();
  const organization = useOrganization(app);
  const opened: EventStream<InboxMessageBody>[] = [];

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((it) => it.close()));
  });

  const stream = async (
    endpoint: { id: string },
    lastEventId?: string,
    rawKey = organization.rawKey,
  ): Promise<EventStream<InboxMessageBody>> => {
    const created = await streamOf(app, rawKey, endpoint, lastEventId);
    opened.push(created);
    return created;
  };
  const test = (endpoint: { id: string }): Promise<WebhookBody> =>
    bodyOf(organization.post(`${ENDPOINTS}/${endpoint.id}/test`));
  const streams = (): InboxStreams => app.app.get(InboxStreams, { strict: false });
  const leases = () => app.database.query('SELECT 1 FROM webhook_inbox_streams');

  it('sends new messages as one line of the JSON that the list returns, with verifiable signatures', async () => {
    const endpoint = await anInbox(organization);
    const before = await test(endpoint);
    await untilMessages(organization, endpoint, 1);
    const open = await stream(endpoint);
    expect(open.contentType).toMatch(/^text\/event-stream/);
    await test(endpoint);
    const [message] = await open.until(1);
    const [newest] = await messagesOf(organization, endpoint);
    expect(message).toEqual(newest);
    expect(message !== undefined && verifies(message, endpoint.secret)).toBe(true);
    expect(open.events.map(({ id, data }) => [id, data?.id])).toEqual([
      [before.id, undefined],
      [message?.id, message?.id],
    ]);
  });

  it('resumes by Last-Event-ID without losing or repeating a message', async () => {
    const endpoint = await anInbox(organization);
    const first = await stream(endpoint); // has received no message: resumes from the beginning
    const beginning = first.lastEventId;
    await first.close();
    const make = async (from: number, to: number): Promise<void> => {
      const made = Array.from({ length: to - from }, (_, n) =>
        aCustomer(organization, { external_id: `c${from + n}` }),
      );
      await Promise.all(made);
    };
    await make(0, 30);
    const seen: string[] = [];
    let lastEventId = beginning;
    for (const [from, to] of [
      [30, 45],
      [45, 60],
      [60, 75],
    ] as const) {
      const open = await stream(endpoint, lastEventId);
      await Promise.all([make(from, to), open.until(10)]);
      await open.close();
      seen.push(...open.messages.map((it) => it.id));
      lastEventId = open.lastEventId;
    }
    const rest = await stream(endpoint, lastEventId);
    await rest.until(75 - seen.length);
    seen.push(...rest.messages.map((it) => it.id));
    const all = await messagesOf(organization, endpoint);
    expect(seen).toEqual(all.map((it) => it.id).reverse());
    expect(all).toHaveLength(75);
  });

  it('begins with the oldest message after the nil UUID, and refuses an ID that is no UUID', async () => {
    const endpoint = await anInbox(organization);
    const sent = [await test(endpoint), await test(endpoint)];
    await untilMessages(organization, endpoint, 2);
    const open = await stream(endpoint, FROM_OLDEST);
    expect((await open.until(2)).map((it) => it.id).sort()).toEqual(sent.map((it) => it.id).sort());
    const request = organization.get(`${inboxPath(endpoint)}/stream`).set('Last-Event-ID', '17');
    expect(await wrongFieldsOf(request)).toEqual(['Last-Event-ID']);
  });

  it('is limited to 10 per organization: the next one gets 503 with Retry-After until one ends', async () => {
    const endpoint = await anInbox(organization);
    const ten = await Promise.all(Array.from({ length: 10 }, () => stream(endpoint)));
    const eleventh = await organization.get(`${inboxPath(endpoint)}/stream`);
    expect([eleventh.status, eleventh.headers['retry-after']]).toEqual([503, '2']);
    expect(eleventh.text).toContain('10 open inbox streams');
    const other = await app.anOrganization();
    const otherStream = await streamOf(app, other.rawKey, await anInbox(other));
    await ten[0]?.close();
    await eventually(() => stream(endpoint).catch(() => null));
    await otherStream.close();
  });

  it('ends when its API key is revoked or its endpoint is deleted; others get heartbeats', async () => {
    const [kept, deleted] = [await anInbox(organization), await anInbox(organization)];
    const key = await anApiKey(organization);
    const [revoked, gone, open] = [
      await stream(kept, undefined, key.raw_key),
      await stream(deleted),
      await stream(kept),
    ];
    await organization.delete(`/v1/organizations/current/api_keys/${key.id}`).expect(204);
    await organization.delete(`${ENDPOINTS}/${deleted.id}`).expect(204);
    await streams().check();
    await Promise.all([revoked.ended, gone.ended]);
    await test(kept);
    await open.until(1);
    expect(open.comments).toBeGreaterThan(0);
    await eventually(async () => ((await leases()).length === 1 ? true : null));
  });

  it('finds messages whose notification was lost at its next check', async () => {
    const endpoint = await anInbox(organization);
    const open = await stream(endpoint);
    await app.database.query(
      `INSERT INTO webhook_inboxes (organization_id, webhook_endpoint_id, last_position, messages)
       VALUES ($1, $2, 1, 1)`,
      [organization.id, endpoint.id],
    );
    const { id } = await test(await anInbox(organization));
    await eventually(async () =>
      (await app.database.query('SELECT 1 FROM webhook_inbox_messages WHERE delivery_id = $1', [id]))
        .length === 1
        ? true
        : null,
    );
    await app.database.query(
      'UPDATE webhook_inbox_messages SET webhook_endpoint_id = $1 WHERE delivery_id = $2',
      [endpoint.id, id],
    );
    await streams().check();
    expect((await open.until(1))[0]?.id).toBe(id);
  });
});

it('an open stream does not delay a stop, and its client resumes at the next process', async () => {
  const app = await startTestApp();
  const organization = await app.anOrganization();
  const endpoint = await anInbox(organization);
  const open = await streamOf(app, organization.rawKey, endpoint);
  const startedAt = performance.now();
  await app.app.close();
  await open.ended;
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(await app.database.query('SELECT 1 FROM webhook_inbox_streams')).toEqual([]);
  const next = await startTestApp({}, app.database);
  const again = await streamOf(next, organization.rawKey, endpoint, open.lastEventId);
  await problemOf(next.request.get(`${inboxPath(endpoint)}/stream`), 401, 'unauthorized');
  await again.close();
  await next.stop();
  await app.database.drop();
});
