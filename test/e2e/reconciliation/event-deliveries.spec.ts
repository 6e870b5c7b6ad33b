import { newId } from '../../../src/platform/domain/id';
import { TestClock } from '../../../src/platform/test-clock/test-clock';
import { aCustomer, anEndpoint } from '../../support/builders';
import { MisbehavingReceiver } from '../../support/misbehaving-receiver';
import { SeededRandom } from '../../support/seeded-random';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { bodyOf, type EndpointBody } from '../../support/wire';

const ENDPOINTS = '/v1/webhook_endpoints';
const CLEAR_SECONDS = 31;
const EVENTS_PER_PAGE = 2000;

interface EventRow {
  id: string;
  kind: string;
  object_type: string;
  object_id: string;
  created_at: Date;
}

interface Mismatch {
  object_type: string;
  object_id: string;
  expected: string;
  actual: string;
}

describe('the reconciliation check event_deliveries', () => {
  let app: TestApp;
  let receiver: MisbehavingReceiver;
  let organization: TestOrganization;

  beforeAll(async () => {
    app = await startTestApp({ TEST_CLOCK: 'on' });
    receiver = await MisbehavingReceiver.start();
  });
  beforeEach(async () => {
    organization = await app.anOrganization();
    later(CLEAR_SECONDS);
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  const later = (seconds: number): void => {
    const clock = app.app.get(TestClock, { strict: false });
    clock.moveTo(new Date(clock.now().getTime() + seconds * 1000));
  };
  const change = (endpoint: EndpointBody, changes: object): Promise<EndpointBody> =>
    bodyOf(organization.put(`${ENDPOINTS}/${endpoint.id}`, changes));
  const remove = (endpoint: EndpointBody): Promise<unknown> =>
    organization.delete(`${ENDPOINTS}/${endpoint.id}`).expect(204);
  /** Creates a customer and returns its event. */
  const anEvent = async (): Promise<EventRow> => {
    const { id } = await aCustomer(organization);
    const [event] = await app.database.query<EventRow>(
      'SELECT id, kind, object_type, object_id, created_at FROM outbox_events WHERE object_id = $1',
      [id],
    );
    if (event === undefined) throw new Error('No event');
    return event;
  };
  /** Creates an event at a time far from every endpoint change. */
  const aClearEvent = async (): Promise<EventRow> => {
    later(CLEAR_SECONDS);
    const event = await anEvent();
    later(CLEAR_SECONDS);
    return event;
  };
  const mismatches = async (of = organization): Promise<Mismatch[]> => {
    const { checks } = await bodyOf<{ checks: { name: string; mismatches: Mismatch[] }[] }>(
      of.get('/v1/reconciliation'),
    );
    return checks.find((it) => it.name === 'event_deliveries')?.mismatches ?? [];
  };
  const mismatch = (event: EventRow, expected: number, actual: number): Mismatch => ({
    object_type: 'event',
    object_id: event.id,
    expected: String(expected),
    actual: String(actual),
  });
  const addDelivery = (event: EventRow, endpoint: EndpointBody): Promise<unknown> =>
    app.database.query(
      `INSERT INTO webhook_deliveries (organization_id, id, webhook_endpoint_id, event_id, webhook_type, object_type,
                                       object_id, max_retries, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8)`,
      [
        ...[organization.id, newId(event.created_at), endpoint.id, event.id],
        ...[event.kind, event.object_type, event.object_id, event.created_at],
      ],
    );
  const removeDeliveries = async (event: EventRow): Promise<void> => {
    const key = [organization.id, event.id];
    await app.database.query('DELETE FROM webhook_queue WHERE organization_id = $1 AND event_id = $2', key);
    await app.database.query(
      'DELETE FROM webhook_deliveries WHERE organization_id = $1 AND event_id = $2',
      key,
    );
  };

  it('missing, duplicate and surplus deliveries are found in every state of an endpoint', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('ok'));
    const story: { event: EventRow; deliveries: number }[] = [];
    const then = async (deliveries: number): Promise<void> => {
      story.push({ event: await aClearEvent(), deliveries });
    };
    await then(1);
    await change(endpoint, { event_types: ['customer.updated', 'invoice.*'] });
    await then(0);
    await change(endpoint, { event_types: ['invoice.*', 'customer.*'] });
    await then(1);
    await change(endpoint, { status: 'inactive' });
    await then(0);
    await change(endpoint, { event_types: ['customer.created'] });
    await then(0);
    await change(endpoint, { status: 'active' });
    await then(1);
    await remove(endpoint);
    await then(0);

    expect(await mismatches()).toEqual([]);
    for (const { event, deliveries } of story) {
      await addDelivery(event, endpoint);
      expect(await mismatches()).toEqual([mismatch(event, deliveries, deliveries + 1)]);
      await removeDeliveries(event);
      expect(await mismatches()).toEqual(deliveries === 0 ? [] : [mismatch(event, 1, 0)]);
      if (deliveries === 1) await addDelivery(event, endpoint);
    }
    expect(await mismatches()).toEqual([]);
  });

  it('a delivery to an endpoint created after the event is found, and no other organization is affected', async () => {
    const event = await aClearEvent();
    const endpoint = await anEndpoint(organization, receiver.url('ok'));
    await aClearEvent();
    expect(await mismatches()).toEqual([]);
    await addDelivery(event, endpoint);
    expect(await mismatches()).toEqual([mismatch(event, 0, 1)]);
    expect(await mismatches(await app.anOrganization())).toEqual([]);
  });

  it('an event shortly before or after an endpoint change may have one delivery or none, but not two', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('ok'), { event_types: ['customer.*'] });
    later(CLEAR_SECONDS);
    const before = await anEvent();
    await change(endpoint, { status: 'inactive' });
    const after = await anEvent();
    later(CLEAR_SECONDS);
    for (const event of [before, after]) {
      await removeDeliveries(event);
      expect(await mismatches()).toEqual([]);
      await addDelivery(event, endpoint);
      expect(await mismatches()).toEqual([]);
      await addDelivery(event, endpoint);
      expect(await mismatches()).toEqual([mismatch(event, 1, 2)]);
      await removeDeliveries(event);
    }
  });

  it('an endpoint change that leaves its subscription unchanged does not excuse a missing delivery', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('ok'), {
      event_types: ['customer.*', 'invoice.*'],
    });
    later(CLEAR_SECONDS);
    await change(endpoint, {
      url: receiver.url('ok/moved'),
      event_types: ['invoice.*', 'customer.*'],
      status: 'active',
    });
    await organization.post(`${ENDPOINTS}/${endpoint.id}/secret/rotate`, {}).expect(200);
    const event = await anEvent();
    later(CLEAR_SECONDS);
    expect(await mismatches()).toEqual([]);
    await removeDeliveries(event);
    expect(await mismatches()).toEqual([mismatch(event, 1, 0)]);
  });

  it('an event without subscription history may have one delivery or none, but not two', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('ok'));
    await app.database.query(
      'UPDATE webhook_endpoint_subscriptions SET event_types = NULL WHERE webhook_endpoint_id = $1',
      [endpoint.id],
    );
    const event = await aClearEvent();
    expect(await mismatches()).toEqual([]);
    await addDelivery(event, endpoint);
    expect(await mismatches()).toEqual([mismatch(event, 1, 2)]);
    await removeDeliveries(event);
    expect(await mismatches()).toEqual([]);
  });

  it('test deliveries are not counted', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('ok'), { event_types: ['invoice.*'] });
    later(CLEAR_SECONDS);
    await organization.post(`${ENDPOINTS}/${endpoint.id}/test`).expect(200);
    await organization.delete(`${ENDPOINTS}/${endpoint.id}`).expect(204);
    expect(await mismatches()).toEqual([]);
  });

  it('every page of a long history is checked', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('ok'), { event_types: ['invoice.*'] });
    const first = await aClearEvent();
    await app.database.query(
      `INSERT INTO outbox_events (organization_id, id, kind, object_type, object_id, sequence, payload, created_at)
       SELECT $1, uuid, 'plan.created', 'plan', $2, number, '', $3
         FROM unnest($4::uuid[]) WITH ORDINALITY AS event (uuid, number)`,
      [
        ...[organization.id, newId(), first.created_at],
        Array.from({ length: 2 * EVENTS_PER_PAGE }, () => newId()),
      ],
    );
    const last = await aClearEvent();
    expect(await mismatches()).toEqual([]);
    for (const event of [first, last]) await addDelivery(event, endpoint);
    expect(await mismatches()).toEqual([mismatch(first, 0, 1), mismatch(last, 0, 1)]);
  });

  it('random sequences of changes and events have no mismatches', async () => {
    const random = new SeededRandom(20_260_101);
    const subscriptions = [[], ['customer.*'], ['customer.created'], ['invoice.*', 'customer.updated']];
    let endpoints: EndpointBody[] = [];
    for (let step = 0; step < 150; step++) {
      if (random.chance(60)) later(random.below(3 * CLEAR_SECONDS));
      const event_types = random.pick(subscriptions);
      const status = random.pick(['active', 'inactive']);
      const chosen = random.pick(endpoints);
      const action = random.below(10);
      if (action < 2 || chosen === undefined) {
        endpoints.push(await anEndpoint(organization, receiver.url('ok'), { status, event_types }));
      } else if (action < 5) {
        await change(chosen, random.pick([{ status }, { event_types }, { status, event_types }]) ?? {});
      } else if (action < 6) {
        await remove(chosen);
        endpoints = endpoints.filter((it) => it !== chosen);
      } else {
        const { object_id: id } = await anEvent();
        await organization.put(`/v1/customers/${id}`, { name: `Name ${step}` }).expect(200);
      }
    }
    later(CLEAR_SECONDS);
    expect(await mismatches()).toEqual([]);
    const [spans] = await app.database.query<{ count: number; open: number; overlaps: number }>(
      `SELECT count(*)::int AS count, count(*) FILTER (WHERE ends_at IS NULL)::int AS open,
              (SELECT count(*)::int FROM webhook_endpoint_subscriptions AS a
                 JOIN webhook_endpoint_subscriptions AS b ON b.webhook_endpoint_id = a.webhook_endpoint_id
                  AND b.id > a.id AND b.starts_at < coalesce(a.ends_at, 'infinity')
                WHERE a.organization_id = $1) AS overlaps
         FROM webhook_endpoint_subscriptions WHERE organization_id = $1`,
      [organization.id],
    );
    const [active] = await app.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhook_endpoints
        WHERE organization_id = $1 AND status = 'active' AND deleted_at IS NULL`,
      [organization.id],
    );
    expect(spans).toMatchObject({ open: active?.count, overlaps: 0 });
    expect(spans?.count).toBeGreaterThan(20);
  });
});
