import { randomUUID } from 'node:crypto';
import { UsageMeter } from '../../../src/modules/usage';
import { aCustomer, usageEventOf } from '../../support/builders';
import { aMeteredSubscription, inTransaction, type Metered } from '../../support/metered-subscription';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import {
  INSTANT,
  UUID_V7,
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type CurrentUsageBody,
  type UsageEventBody,
} from '../../support/wire';

const HOUR_MS = 60 * 60 * 1000;

describe('POST /v1/events', () => {
  const app = useTestApp({ EVENTS_RATE_LIMIT: '0' });
  const organization = useSharedOrganization(app);
  let metered: Metered;

  beforeAll(async () => {
    metered = await aMeteredSubscription(app, organization);
  });

  const anEvent = (fields: object = {}): Record<string, unknown> =>
    usageEventOf({ external_id: metered.externalId }, { properties: { value: '1.5' }, ...fields });
  const usage = (): Promise<CurrentUsageBody> =>
    bodyOf(organization.get(`/v1/customers/${metered.customerId}/current_usage`));

  it('a stored event is counted and can be read with GET', async () => {
    const before = await usage();
    const sent = anEvent({ properties: { value: '2.5', region: 'eu' } });
    const timestamp = new Date(Date.now() - HOUR_MS).toISOString();
    const event = await bodyOf<UsageEventBody>(organization.post('/v1/events', { ...sent, timestamp }), 201);
    expect(event).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      transaction_id: sent.transaction_id,
      code: 'calls',
      timestamp,
      properties: { value: '2.5', region: 'eu' },
      external_subscription_id: metered.externalId,
      external_customer_id: null,
      subscription_id: metered.id,
      customer_id: metered.customerId,
      late: false,
      charged: true,
      not_charged_reason: null,
      created_at: expect.stringMatching(INSTANT) as string,
    });
    expect(await bodyOf(organization.get(`/v1/events/${event.id}`))).toEqual(event);
    const after = await usage();
    expect(Number(after.charges[0]?.units) - Number(before.charges[0]?.units)).toBe(2.5);
    expect(after.charges[0]?.events_count).toBe((before.charges[0]?.events_count ?? 0) + 1);
  });

  it('a repeated event returns 200 with the stored event, and 409 if its content differs', async () => {
    const sent = anEvent({
      timestamp: new Date(Date.now() - HOUR_MS).toISOString(),
      properties: { value: 3, a: { b: 1, c: 2 } },
    });
    const stored = await bodyOf<UsageEventBody>(organization.post('/v1/events', sent), 201);
    const before = await usage();
    expect(await bodyOf(organization.post('/v1/events', sent))).toEqual(stored);
    const reordered = { ...sent, properties: { a: { c: 2, b: 1 }, value: 3 } };
    expect(await bodyOf(organization.post('/v1/events', reordered))).toEqual(stored);
    const seconds = { ...sent, timestamp: new Date(stored.timestamp).getTime() / 1000 };
    expect(await bodyOf(organization.post('/v1/events', seconds))).toEqual(stored);
    for (const change of [
      { properties: { value: 4 } },
      { timestamp: new Date(Date.now() - 2 * HOUR_MS).toISOString() },
      { external_customer_id: metered.externalCustomerId },
      { code: 'unknown' },
    ]) {
      await problemOf(organization.post('/v1/events', { ...sent, ...change }), 409, 'conflict');
    }
    expect(await usage()).toEqual(before);
  });

  it('a repeated event without a timestamp returns the stored event, even after its subscription has ended', async () => {
    const other = await aMeteredSubscription(app, organization);
    const sent = anEvent({ external_subscription_id: other.externalId });
    const stored = await bodyOf<UsageEventBody>(organization.post('/v1/events', sent), 201);
    await inTransaction(app, (tx) =>
      app.app
        .get(UsageMeter)
        .setDates(tx, organization.id, other.id, { startedAt: other.period.from, endedAt: new Date() }),
    );
    expect(await bodyOf(organization.post('/v1/events', sent))).toEqual(stored);
    expect(
      await wrongFieldsOf(organization.post('/v1/events', { ...sent, transaction_id: randomUUID() })),
    ).toEqual(['timestamp']);
  });

  it('50 concurrent copies of an event are stored once', async () => {
    const before = await usage();
    const sent = anEvent();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => organization.post('/v1/events', sent)),
    );
    expect(answers.filter((it) => it.status === 201)).toHaveLength(1);
    expect(answers.filter((it) => it.status === 200)).toHaveLength(49);
    expect(new Set(answers.map((it) => (it.body as UsageEventBody).id)).size).toBe(1);
    const after = await usage();
    expect(after.charges[0]?.events_count).toBe((before.charges[0]?.events_count ?? 0) + 1);
  });

  it('only one of several concurrent events with the same transaction_id is stored, even across subscriptions', async () => {
    const others = await Promise.all(
      Array.from({ length: 5 }, () => aMeteredSubscription(app, organization)),
    );
    for (let round = 0; round < 10; round++) {
      const sent = others.map((it) => anEvent({ external_subscription_id: it.externalId }));
      const id = randomUUID();
      const answers = await Promise.all(
        sent.map(async (event) => organization.post('/v1/events', { ...event, transaction_id: id })),
      );
      expect(answers.map((it) => it.status).sort()).toEqual([201, 409, 409, 409, 409]);
    }
    const counted = await app.database.query<{ counted: number }>(
      `SELECT sum(total.events_count)::int AS counted FROM usage_totals AS total
        WHERE organization_id = $1 AND period_id = ANY ($2)`,
      [organization.id, others.map((it) => it.periodId)],
    );
    expect(counted).toEqual([{ counted: 10 }]);
  });

  it('two organizations can use the same transaction_id', async () => {
    const other = await app.anOrganization();
    const theirs = await aMeteredSubscription(app, other);
    const sent = anEvent();
    const mine = await bodyOf<UsageEventBody>(organization.post('/v1/events', sent), 201);
    const body = { ...sent, external_subscription_id: theirs.externalId };
    const their = await bodyOf<UsageEventBody>(other.post('/v1/events', body), 201);
    expect(their.id).not.toBe(mine.id);
    await problemOf(other.get(`/v1/events/${mine.id}`), 404, 'not_found');
    expect(await wrongFieldsOf(other.post('/v1/events', anEvent()))).toEqual(['external_subscription_id']);
    expect((await listOf(other.get('/v1/events'))).total).toBe(1);
  });

  it.each([
    [{ transaction_id: undefined }, 'transaction_id'],
    [{ transaction_id: '' }, 'transaction_id'],
    [{ transaction_id: 'x'.repeat(256) }, 'transaction_id'],
    [{ transaction_id: 7 }, 'transaction_id'],
    [{ code: undefined }, 'code'],
    [{ code: 'nothing' }, 'code'],
    [{ external_subscription_id: undefined }, 'external_subscription_id'],
    [{ external_subscription_id: 'nobody' }, 'external_subscription_id'],
    [{ external_subscription_id: null }, 'external_subscription_id'],
    [{ external_customer_id: 'nobody' }, 'external_customer_id'],
    [{ timestamp: 'yesterday' }, 'timestamp'],
    [{ timestamp: '2026-02-30T00:00:00Z' }, 'timestamp'],
    [{ timestamp: Date.now() }, 'timestamp'],
    [{ timestamp: -1 }, 'timestamp'],
    [{ timestamp: null }, 'timestamp'],
    [{ timestamp: Math.floor(Date.now() / 1000) + 330 }, 'timestamp'],
    [{ timestamp: Math.floor(Date.now() / 1000) - 40 * 86_400 }, 'timestamp'],
    [{ properties: [] }, 'properties'],
    [{ properties: { value: '1', nul: 'a\0b' } }, 'properties'],
    [{ properties: {} }, 'properties.value'],
    [{ properties: undefined }, 'properties.value'],
    [{ properties: { value: 'many' } }, 'properties.value'],
    [{ properties: { value: true } }, 'properties.value'],
    [{ properties: { value: null } }, 'properties.value'],
    [{ properties: { value: 9007199254740993 } }, 'properties.value'],
    [{ properties: { value: '1'.repeat(31) } }, 'properties.value'],
    [{ extra: 1 }, 'extra'],
  ])('an event with %j is refused with a 422 that names %s', async (fields, field) => {
    expect(await wrongFieldsOf(organization.post('/v1/events', anEvent(fields)))).toEqual([field]);
  });

  it.each([
    ['Unix seconds', () => Math.floor(Date.now() / 1000)],
    ['Unix seconds with a fraction', () => (Date.now() - 1500) / 1000],
    ['Unix seconds, as a string', () => String(Math.floor(Date.now() / 1000))],
    ['Unix seconds with a fraction, as a string', () => `${Math.floor(Date.now() / 1000)}.250`],
    ['RFC 3339, four minutes in the future', () => new Date(Date.now() + 4 * 60_000).toISOString()],
  ])('a timestamp is accepted as %s', async (_, timestamp) => {
    const given = timestamp();
    const event = await bodyOf<UsageEventBody>(
      organization.post('/v1/events', anEvent({ timestamp: given })),
      201,
    );
    const expected =
      typeof given === 'string' && given.includes('T') ? Date.parse(given) : Math.round(Number(given) * 1000);
    expect(Date.parse(event.timestamp)).toBe(expected);
  });

  it('an event without a timestamp gets the time of arrival', async () => {
    const before = Date.now();
    const event = await bodyOf<UsageEventBody>(organization.post('/v1/events', anEvent()), 201);
    expect(Date.parse(event.timestamp)).toBeGreaterThanOrEqual(before);
    expect(event.timestamp).toBe(event.created_at);
  });

  describe('with external_customer_id instead of a subscription', () => {
    const alone = (externalCustomerId: string) =>
      organization.post(
        '/v1/events',
        anEvent({ external_subscription_id: undefined, external_customer_id: externalCustomerId }),
      );

    it('an event belongs to the only active subscription of the customer', async () => {
      const event = await bodyOf<UsageEventBody>(alone(metered.externalCustomerId), 201);
      expect(event).toMatchObject({
        subscription_id: metered.id,
        external_subscription_id: null,
        external_customer_id: metered.externalCustomerId,
      });
    });

    it('an event is refused with 422 unless the customer has exactly one active subscription', async () => {
      const customer = await aCustomer(organization);
      expect(await wrongFieldsOf(alone(customer.external_id))).toEqual(['external_customer_id']);
      await aMeteredSubscription(app, organization, { customer, startedAt: null });
      expect(await wrongFieldsOf(alone(customer.external_id))).toEqual(['external_customer_id']);
      await aMeteredSubscription(app, organization, { customer });
      await alone(customer.external_id).expect(201);
      await aMeteredSubscription(app, organization, { customer });
      expect(await wrongFieldsOf(alone(customer.external_id))).toEqual(['external_customer_id']);
    });

    it('an event with the subscription of another customer is refused with 422', async () => {
      const other = await aMeteredSubscription(app, organization);
      const body = anEvent({ external_customer_id: other.externalCustomerId });
      expect(await wrongFieldsOf(organization.post('/v1/events', body))).toEqual([
        'external_subscription_id',
      ]);
    });
  });

  it('an event of a subscription that has not started is refused with 422', async () => {
    const pending = await aMeteredSubscription(app, organization, { startedAt: null, period: null });
    const body = anEvent({ external_subscription_id: pending.externalId });
    expect(await wrongFieldsOf(organization.post('/v1/events', body))).toEqual(['external_subscription_id']);
  });

  it('an event of a closed billing period is stored as late, listed and not counted', async () => {
    const closed = await aMeteredSubscription(app, organization);
    const meter = app.app.get(UsageMeter);
    const body = () => anEvent({ external_subscription_id: closed.externalId });
    await organization.post('/v1/events', body()).expect(201);
    await inTransaction(app, (tx) => meter.closePeriod(tx, organization.id, closed.periodId));
    const event = await bodyOf<UsageEventBody>(organization.post('/v1/events', body()), 201);
    expect(event.late).toBe(true);
    const counted = await inTransaction(app, (tx) => meter.usageOf(tx, organization.id, closed.periodId));
    expect(counted.charges[0]).toMatchObject({ units: '1.5', eventsCount: 1 });
    const path = `/v1/events?external_subscription_id=${closed.externalId}`;
    expect(await listOf<UsageEventBody>(organization.get(path))).toMatchObject({
      total: 2,
      items: [{ late: true }, { late: false }],
    });
  });

  it('a repeated event with the same Idempotency-Key returns the stored response', async () => {
    const sent = anEvent();
    const keyed = (key: string, body: object) =>
      organization.post('/v1/events', body).set('Idempotency-Key', key);
    const key = randomUUID();
    const first = await bodyOf<UsageEventBody>(keyed(key, sent), 201);
    const replay = await keyed(key, sent);
    expect([replay.status, replay.body, replay.headers['idempotency-replayed']]).toEqual([
      201,
      first,
      'true',
    ]);
    await problemOf(keyed(key, anEvent()), 422, 'idempotency_mismatch');
    expect(await bodyOf(keyed(randomUUID(), sent))).toEqual(first);
    expect(await bodyOf(organization.get(`/v1/events/${first.id}`))).toEqual(first);
    const corrected = randomUUID();
    expect(await wrongFieldsOf(keyed(corrected, anEvent({ code: 'nothing' })))).toEqual(['code']);
    await keyed(corrected, anEvent()).expect(201);
  });

  it('getting an unknown event returns 404', async () => {
    await problemOf(organization.get(`/v1/events/${randomUUID()}`), 404, 'not_found');
    expect(await wrongFieldsOf(organization.get('/v1/events/x'))).toEqual(['id']);
  });
});
