import { AnswerField } from '../../../src/platform/http/fields';
import { RetentionService } from '../../../src/modules/webhooks/retention.service';
import { defineEvent, eventKinds } from '../../../src/platform/outbox/event-catalogue';
import { Outbox } from '../../../src/platform/outbox/outbox';
import { aCustomer, anEndpoint } from '../../support/builders';
import { MisbehavingReceiver } from '../../support/misbehaving-receiver';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { attemptsOf, deliveriesOf, ended, received } from '../../support/webhooks';
import {
  UUID_V7,
  bodyOf,
  problemOf,
  type EndpointBody,
  type EventBody,
  type WebhookBody,
} from '../../support/wire';

const ENDPOINTS = '/v1/webhook_endpoints';

class TicketDto {
  @AnswerField({ description: 'ID', type: String, format: 'uuid' }) id = '';
  @AnswerField({ description: 'Title', type: String, example: 'Late invoice' }) title = '';
}

const TicketUpdated = defineEvent({
  kind: 'ticket.updated',
  objectType: 'ticket',
  trigger: 'Ticket of a module that a team added changed',
  payload: TicketDto,
  example: { title: 'Late invoice (answered)' },
});

type Sample = EventBody & { sample?: boolean; changed?: string[] } & Record<string, unknown>;

describe('a sample event', () => {
  let app: TestApp;
  let receiver: MisbehavingReceiver;
  let organization: TestOrganization;
  let endpoint: EndpointBody;

  beforeAll(async () => {
    app = await startTestApp({ WEBHOOK_MAX_RETRIES: '0', RETENTION_DAYS: '90' });
    receiver = await MisbehavingReceiver.start();
  });
  beforeEach(async () => {
    organization = await app.anOrganization();
    endpoint = await anEndpoint(organization, receiver.url('ok'), { event_types: ['customer.created'] });
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  const sample = (webhook_type: string, id = endpoint.id): Promise<WebhookBody> =>
    bodyOf(organization.post(`${ENDPOINTS}/${id}/test`, { webhook_type }));
  const headersOf = async ({ id }: WebhookBody, attempt = '1') => {
    const isIt = (headers: NodeJS.Dict<string | string[]>): boolean =>
      headers['x-svc-webhook-id'] === id && headers['x-svc-attempt'] === attempt;
    return (await received(receiver, (it) => isIt(it.headers))).headers;
  };

  it('reaches its endpoint signed and marked, whatever kinds the endpoint has selected', async () => {
    const sent = await sample('invoice.finalized');
    expect(await ended(organization, sent.id)).toMatchObject({ status: 'succeeded', http_status: 200 });
    expect(await attemptsOf(organization, sent.id)).toHaveLength(1);
    expect(await headersOf(sent)).toMatchObject({
      'x-svc-sample': 'true',
      'x-svc-event': 'invoice.finalized',
    });
    const request = receiver.requests.find((it) => it.headers['x-svc-webhook-id'] === sent.id);
    const body = JSON.parse(request?.body.toString() ?? '') as Sample;
    expect(body).toEqual(sent.payload);
    expect(body).toMatchObject({
      webhook_type: 'invoice.finalized',
      object_id: expect.stringMatching(UUID_V7) as string,
      organization_id: organization.id,
      sequence: 1,
      sample: true,
      invoice: { id: body.object_id, status: 'finalized', total_amount_cents: 5880 },
    });
    expect(Math.abs(Date.parse(body.created_at) - Date.now())).toBeLessThan(60_000);
    const stats = await bodyOf<{ endpoint_id: string }[]>(organization.get(`${ENDPOINTS}/delivery_stats`));
    expect(stats).toContainEqual(
      expect.objectContaining({ endpoint_id: endpoint.id, total: 1, succeeded: 1 }),
    );
  });

  it('exists for every kind, those of added modules included, with the documented fields', async () => {
    const { components } = await bodyOf<{
      components: { schemas: Record<string, { properties: object }> };
    }>(app.request.get('/openapi.json'));
    expect(eventKinds().length).toBeGreaterThan(25);
    for (const { kind, objectType, payload } of eventKinds()) {
      const body = (await sample(kind)).payload as unknown as Sample;
      expect(body).toMatchObject({ webhook_type: kind, object_type: objectType, sample: true, sequence: 1 });
      const object = body[objectType] as Record<string, unknown>;
      const documented = components.schemas[payload?.name.replace(/Dto$/, '') ?? '']?.properties ?? {};
      expect(Object.keys(object).sort()).toEqual(Object.keys(documented).sort());
      expect(object.id ?? body.object_id).toBe(body.object_id);
      expect(body.changed?.length).toBe(kind.endsWith('.updated') ? 1 : undefined);
    }
    const team = (await sample(TicketUpdated.kind)).payload as unknown as Sample;
    expect(team).toMatchObject({ changed: ['title'], ticket: { title: 'Late invoice (answered)' } });
  });

  it('reaches no other endpoint and no subscriber of the outbox', async () => {
    const seen: string[] = [];
    app.app.get(Outbox, { strict: false }).subscribe((_tx, events) => {
      seen.push(...events.filter((it) => it.organizationId === organization.id).map((it) => it.kind));
      return Promise.resolve();
    });
    const other = await anEndpoint(organization, receiver.url('ok'));
    await sample('customer.created');
    await aCustomer(organization);
    expect(seen).toEqual(['customer.created']);
    expect(await deliveriesOf(organization, `?webhook_endpoint_id=${other.id}`)).toHaveLength(1);
    expect(await deliveriesOf(organization, `?webhook_endpoint_id=${endpoint.id}`)).toHaveLength(2);
  });

  it('is marked in its retries as well', async () => {
    const failing = await anEndpoint(organization, receiver.url('status/500'));
    const sent = await sample('payment.failed', failing.id);
    expect(await ended(organization, sent.id)).toMatchObject({ status: 'failed' });
    await bodyOf(organization.put(`${ENDPOINTS}/${failing.id}`, { url: receiver.url('ok') }));
    await bodyOf(organization.post(`${ENDPOINTS}/hooks/${sent.id}/retry`));
    expect(await headersOf(sent, '2')).toMatchObject({ 'x-svc-sample': 'true' });
  });

  it('agrees with reconciliation, and retention deletes it', async () => {
    const sent = await sample('customer.updated');
    await ended(organization, sent.id);
    const { checks } = await bodyOf<{ checks: { name: string; mismatches: unknown[] }[] }>(
      organization.get('/v1/reconciliation'),
    );
    expect(checks.filter((it) => it.mismatches.length > 0)).toEqual([]);

    await app.database.query(
      `UPDATE outbox_events SET created_at = now() - interval '91 days' WHERE organization_id = $1`,
      [organization.id],
    );
    await app.app.get(RetentionService, { strict: false }).run();
    expect(await deliveriesOf(organization)).toEqual([]);
  });

  it('of an unknown kind is refused with the list of kinds, and of an inactive endpoint with 400', async () => {
    const path = `${ENDPOINTS}/${endpoint.id}/test`;
    const { errors } = await problemOf(
      organization.post(path, { webhook_type: 'invoice.final' }),
      422,
      'validation_failed',
    );
    expect(errors).toEqual([
      { field: 'webhook_type', code: 'invalid_value', message: expect.any(String) as string },
    ]);
    for (const { kind } of eventKinds()) expect(errors?.[0]?.message).toContain(kind);
    await bodyOf(organization.put(`${ENDPOINTS}/${endpoint.id}`, { status: 'inactive' }));
    await problemOf(organization.post(path, { webhook_type: 'invoice.paid' }), 400, 'invalid_state');
    const other = await app.anOrganization();
    await problemOf(other.post(path, { webhook_type: 'invoice.paid' }), 404, 'not_found');
  });

  it('is not sent without a body: that sends webhook_endpoint.test about the endpoint', async () => {
    const sent = await bodyOf<WebhookBody>(organization.post(`${ENDPOINTS}/${endpoint.id}/test`));
    expect(sent).toMatchObject({ webhook_type: 'webhook_endpoint.test', object_id: endpoint.id });
    expect(sent.payload).not.toHaveProperty('sample');
    expect(await headersOf(sent)).not.toHaveProperty('x-svc-sample');
  });
});
