import { randomUUID } from 'node:crypto';
import { usageEventOf } from '../../support/builders';
import { aMeteredSubscription, type Metered } from '../../support/metered-subscription';
import { organizationWithKey, startTestApp } from '../../support/test-app';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import {
  bodyOf,
  listOf,
  wrongFieldsOf,
  type CurrentUsageBody,
  type EventBatchBody,
} from '../../support/wire';

describe('POST /v1/events/batch', () => {
  const app = useTestApp({ EVENTS_RATE_LIMIT: '0' });
  const organization = useSharedOrganization(app);
  let metered: Metered;

  beforeAll(async () => {
    metered = await aMeteredSubscription(app, organization);
  });

  const anEvent = (fields: object = {}): Record<string, unknown> =>
    usageEventOf({ external_id: metered.externalId }, { properties: { value: '2' }, ...fields });
  const usedBefore = (index: number, { transaction_id: id }: Record<string, unknown>): string =>
    `events.${index}.transaction_id "${String(id)}" was used before with different content: send another event under a new ID.`;
  const send = (events: unknown) => organization.post('/v1/events/batch', { events });
  const unitsOf = async (of: Metered): Promise<string | undefined> => {
    const usage = await bodyOf<CurrentUsageBody>(
      organization.get(`/v1/customers/${of.customerId}/current_usage`),
    );
    return usage.charges[0]?.units;
  };

  it('a batch of a thousand events returns its results in the order of the request', async () => {
    const own = await aMeteredSubscription(app, organization);
    const other = await aMeteredSubscription(app, organization);
    const events = Array.from({ length: 1000 }, (_, n) =>
      anEvent({
        external_subscription_id: (n % 3 === 0 ? other : own).externalId,
        properties: { value: String(n) },
      }),
    );
    const answer = await bodyOf<EventBatchBody>(send(events), 201);
    expect(answer).toMatchObject({ ingested: 1000, duplicates: 0, rejected: 0 });
    expect(answer.results.map((it) => it.transaction_id)).toEqual(events.map((it) => it.transaction_id));
    expect(answer.results.every((it) => it.status === 'accepted' && it.errors === undefined)).toBe(true);
    const all = Array.from({ length: 1000 }, (_, n) => n);
    const sum = (list: number[]): string => String(list.reduce((total, n) => total + n, 0));
    expect(await unitsOf(own)).toBe(sum(all.filter((n) => n % 3 !== 0)));
    expect(await unitsOf(other)).toBe(sum(all.filter((n) => n % 3 === 0)));

    const again = await bodyOf<EventBatchBody>(send(events), 201);
    expect(again).toMatchObject({ ingested: 0, duplicates: 1000, rejected: 0 });
    expect(again.results.map((it) => it.id)).toEqual(answer.results.map((it) => it.id));
    expect(await unitsOf(own)).toBe(sum(all.filter((n) => n % 3 !== 0)));
  });

  it('a batch with invalid events stores the valid ones and names the fields of the others', async () => {
    const own = await aMeteredSubscription(app, organization);
    const good = anEvent({ external_subscription_id: own.externalId });
    const events = [
      good,
      anEvent({ code: 'nothing' }),
      { ...good },
      anEvent({ properties: { value: 'x' } }),
      { ...good, properties: { value: '3' } },
      'text',
      anEvent({ transaction_id: 5, timestamp: 'never', extra: 1 }),
      anEvent({ external_subscription_id: own.externalId }),
      anEvent({ timestamp: '0001-01-01T00:00:00+14:00' }),
      anEvent({ timestamp: '0001-01-01T00:00:00Z' }),
    ];
    const answer = await bodyOf<EventBatchBody>(send(events), 207);
    expect(answer).toMatchObject({ ingested: 2, duplicates: 1, rejected: 7 });
    expect(answer.results.map((it) => it.status)).toEqual([
      ...['accepted', 'rejected', 'duplicate', 'rejected', 'conflict', 'rejected', 'rejected', 'accepted'],
      ...['rejected', 'rejected'],
    ]);
    const [first] = answer.results;
    expect(answer.results[2]?.id).toBe(first?.id);
    expect(answer.results[4]).toEqual({
      transaction_id: good.transaction_id,
      status: 'conflict',
      id: first?.id,
      errors: [{ field: 'events.4.transaction_id', code: 'conflict', message: usedBefore(4, good) }],
    });
    const fields = answer.results.map((it) => it.errors?.map(({ field }) => field).sort());
    expect(fields[1]).toEqual(['events.1.code']);
    expect(fields[3]).toEqual(['events.3.properties.value']);
    expect(answer.results[3]?.errors?.[0]?.message).toMatch(/^events\.3\.properties\.value must be a number/);
    expect(fields[5]).toEqual(['events.5']);
    expect(fields[6]).toEqual(['events.6.extra', 'events.6.timestamp', 'events.6.transaction_id']);
    expect(answer.results[6]?.transaction_id).toBeNull();
    expect(answer.results[8]?.errors?.[0]?.message).toMatch(
      /^events\.8\.timestamp must .* years 0001 to 9999/,
    );
    expect(answer.results[9]?.errors?.[0]?.message).toMatch(/^events\.9\.timestamp must not be before/);
    expect(await unitsOf(own)).toBe('4');
  });

  it('a batch rejects values with too many digits and unique values that are missing, with their reasons', async () => {
    const users = { code: 'users', aggregation_type: 'unique_count', field_name: 'user' };
    const calls = { code: 'calls', aggregation_type: 'sum' };
    const own = await aMeteredSubscription(app, organization, {
      charges: [{ metric: calls }, { metric: users }],
    });
    const on = (fields: object) => anEvent({ external_subscription_id: own.externalId, ...fields });
    const events = [
      on({ properties: { value: 1e20 } }),
      on({ properties: { value: '0.1234567890123456' } }),
      on({ code: 'users', properties: {} }),
      on({ code: 'users', properties: { user: null } }),
      on({ code: 'users', properties: { user: 'ann' } }),
      on({}),
    ];
    const answer = await bodyOf<EventBatchBody>(send(events), 207);
    expect(answer).toMatchObject({ ingested: 2, duplicates: 0, rejected: 4 });
    const reasons = answer.results.map((it) => it.errors?.map(({ field, code }) => `${field} ${code}`));
    expect(reasons).toEqual([
      ['events.0.properties.value value_out_of_range'],
      ['events.1.properties.value value_out_of_range'],
      ['events.2.properties.user required'],
      ['events.3.properties.user invalid_value'],
      undefined,
      undefined,
    ]);
    expect(await unitsOf(own)).toBe('2');
  });

  it('only the first valid event with a transaction_id is stored; later ones are conflicts, invalid ones rejected', async () => {
    const others = [
      await aMeteredSubscription(app, organization),
      await aMeteredSubscription(app, organization),
    ];
    const transaction = { transaction_id: randomUUID() };
    const [a, b] = others.map((it) => anEvent({ ...transaction, external_subscription_id: it.externalId }));
    const bad = anEvent({ ...transaction, code: 'nothing' });
    const worse = { ...b, properties: { value: 'x' } };
    const answer = await bodyOf<EventBatchBody>(send([bad, worse, b, a, bad, b]), 207);
    expect(answer).toMatchObject({ ingested: 1, duplicates: 1, rejected: 4 });
    const outcomes = answer.results.map((it) => [it.status, it.errors?.[0]?.field]);
    expect(outcomes).toEqual([
      ['rejected', 'events.0.code'],
      ['rejected', 'events.1.properties.value'],
      ['accepted', undefined],
      ['conflict', 'events.3.transaction_id'],
      ['rejected', 'events.4.code'],
      ['duplicate', undefined],
    ]);
    const later = await bodyOf<EventBatchBody>(send([worse, b, a]), 207);
    expect(later.results.map((it) => it.status)).toEqual(['rejected', 'duplicate', 'conflict']);
  });

  it.each([
    [undefined, 'events'],
    [null, 'events'],
    [{}, 'events'],
    [[], 'events'],
    [Array.from({ length: 1001 }, () => ({})), 'events'],
  ])('a batch without a list of 1 to 1000 events is refused with 422 (%#)', async (events, field) => {
    expect(await wrongFieldsOf(send(events))).toEqual([field]);
  });

  it('a batch with an unknown field is refused with 422', async () => {
    const body = { events: [anEvent()], event: {} };
    expect(await wrongFieldsOf(organization.post('/v1/events/batch', body))).toEqual(['event']);
  });

  it('a repeated batch with the same Idempotency-Key returns the stored response', async () => {
    const body = { events: [anEvent(), anEvent({ code: 'nothing' })] };
    const key = randomUUID();
    const keyed = () => organization.post('/v1/events/batch', body).set('Idempotency-Key', key);
    await organization.post('/v1/events/batch', { events: [] }).set('Idempotency-Key', key).expect(422);
    const first = await bodyOf<EventBatchBody>(keyed(), 207);
    expect(first).toMatchObject({ ingested: 1, rejected: 1 });
    const replay = await keyed();
    expect([replay.status, replay.headers['idempotency-replayed'], replay.body]).toEqual([
      207,
      'true',
      first,
    ]);
  });

  it('concurrent batches with the same events in different orders store each event once', async () => {
    const own = await aMeteredSubscription(app, organization);
    const other = await aMeteredSubscription(app, organization);
    const events = Array.from({ length: 40 }, (_, n) =>
      anEvent({
        external_subscription_id: (n % 2 === 0 ? other : own).externalId,
        properties: { value: '1' },
      }),
    );
    const orders = Array.from({ length: 12 }, (_, n) =>
      (n % 2 === 0 ? events : [...events].reverse()).slice(n),
    );
    const answers = await Promise.all(orders.map((it) => bodyOf<EventBatchBody>(send(it), 201)));
    expect(answers.reduce((sum, it) => sum + it.ingested, 0)).toBe(40);
    expect([await unitsOf(own), await unitsOf(other)]).toEqual(['20', '20']);
    const path = `/v1/events?external_subscription_id=${own.externalId}`;
    expect((await listOf(organization.get(path))).total).toBe(20);
  });

  it('a batch with an Idempotency-Key that loses a race for a transaction_id stores its other events', async () => {
    const others = await Promise.all(
      Array.from({ length: 5 }, () => aMeteredSubscription(app, organization)),
    );
    for (let round = 0; round < 10; round++) {
      const contested = randomUUID();
      const answers = await Promise.all(
        others.map(async ({ externalId }) => {
          const mine = { external_subscription_id: externalId };
          const events = [anEvent(mine), anEvent({ ...mine, transaction_id: contested }), anEvent(mine)];
          return (await send(events).set('Idempotency-Key', randomUUID())).body as EventBatchBody;
        }),
      );
      expect(answers.map((it) => it.ingested).sort()).toEqual([2, 2, 2, 2, 3]);
    }
  });

  it('a lock on its tables or on the API keys makes both routes return 503', async () => {
    const impatient = await startTestApp({ DATABASE_TIMEOUT_MS: '1000' }, app.database);
    const { id, rawKey, apiKeyId } = organization;
    const hurried = organizationWithKey(impatient.request, id, { id: apiKeyId, raw_key: rawKey });
    await hurried.post('/v1/events', anEvent()).expect(201); // the process knows the key
    try {
      for (const tables of [
        'metered_subscriptions, usage_events, usage_periods, billable_metrics',
        'api_keys',
      ]) {
        await app.database.query(`BEGIN; LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
        const requests = [
          hurried.post('/v1/events', anEvent()),
          hurried.post('/v1/events/batch', { events: [anEvent(), anEvent()] }),
        ];
        await Promise.all(requests.map((it) => it.expect('retry-after', /^\d+$/).expect(503)));
        await app.database.query('ROLLBACK');
      }
      await hurried.post('/v1/events', anEvent()).expect(201);
    } finally {
      await app.database.query('ROLLBACK');
      await impatient.stop();
    }
  });
});
