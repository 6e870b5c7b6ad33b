import { randomUUID } from 'node:crypto';
import { usageEventOf } from '../../support/builders';
import { aMeteredSubscription, day, type Metered } from '../../support/metered-subscription';
import { planOf } from '../../support/query-plan';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import {
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type CurrentUsageBody,
  type EventBatchBody,
  type UsageEventBody,
} from '../../support/wire';

describe('values and timestamps of POST /v1/events', () => {
  const app = useTestApp({ EVENTS_RATE_LIMIT: '0' });
  const organization = useSharedOrganization(app);
  let metered: Metered;

  beforeAll(async () => {
    metered = await aMeteredSubscription(app, organization);
  });

  const anEvent = (fields: object = {}): Record<string, unknown> =>
    usageEventOf({ external_id: metered.externalId }, fields);

  describe('with numbers that a double cannot hold', () => {
    const big = '616581622363398143';
    const devices = { code: 'devices', aggregation_type: 'unique_count' };
    let own: Metered;

    beforeAll(async () => {
      const numbers = { code: 'numbers', aggregation_type: 'sum' };
      own = await aMeteredSubscription(app, organization, {
        charges: [{ metric: devices }, { metric: numbers, properties: { amount: '0.0001' } }],
      });
    });

    /** Sends the value as JSON text, because JavaScript would alter it. */
    const send = (value: string, fields: object = {}, path = '/v1/events') => {
      const event = usageEventOf({ external_id: own.externalId }, { code: 'devices', ...fields });
      const text = JSON.stringify({ ...event, properties: { value: '?' } }).replace('"?"', value);
      const body = path.endsWith('/batch') ? `{"events":[${text}]}` : text;
      return organization.post(path).set('Content-Type', 'application/json').send(body);
    };
    const unitsOf = async (code: string): Promise<string | undefined> => {
      const path = `/v1/customers/${own.customerId}/current_usage`;
      const { charges } = await bodyOf<CurrentUsageBody>(organization.get(path));
      return charges.find((it) => it.billable_metric_code === code)?.units;
    };
    const keyed = (text: string, sent: object, key: string) => send(text, sent).set('Idempotency-Key', key);

    it('an event keeps and shows every digit', async () => {
      const stored = await send(`{"ids":[${big},-${big}.25]}`).expect(201);
      const { id } = stored.body as UsageEventBody;
      const properties = `"properties":{"value":{"ids":[${big},-${big}.25]}}`;
      expect(stored.text).toContain(properties);
      expect((await organization.get(`/v1/events/${id}`)).text).toContain(properties);
      expect((await organization.get('/v1/events?code=devices')).text).toContain(properties);
    });

    it('unique_count distinguishes neighbours, and treats a number and a string with its digits as one value', async () => {
      const before = Number(await unitsOf('devices'));
      for (const value of [big, '616581622363398142', `${big}.0`, `"${big}"`, '61658162236339814300e-2']) {
        await send(value).expect(201);
      }
      await send('616581622363398141', {}, '/v1/events/batch').expect(201);
      expect(Number(await unitsOf('devices')) - before).toBe(3);
    });

    it('sum adds every digit', async () => {
      await send('123456789012345.123456', { code: 'numbers' }).expect(201);
      await send('0.000000000000001', { code: 'numbers' }).expect(201);
      expect(await unitsOf('numbers')).toBe('123456789012345.123456000000001');
    });

    it.each(['/v1/events', '/v1/events/batch'])(
      'a repetition to %s has the same numbers, however written; a neighbour is other content',
      async (path) => {
        const sent = { transaction_id: randomUUID() };
        const isBatch = path.endsWith('/batch');
        await send(big, sent, path).expect(201);
        for (const same of [big, `${big}.0`, `${big}e0`])
          await send(same, sent, path).expect(isBatch ? 201 : 200);
        for (const other of ['616581622363398142', '616581622363398100', `"${big}"`]) {
          await send(other, sent, path).expect(isBatch ? 207 : 409);
        }
        const one = { transaction_id: randomUUID() };
        await send('1', one, path).expect(201);
        for (const same of ['1.0', '1e0', '10E-1']) await send(same, one, path).expect(isBatch ? 201 : 200);
      },
    );

    it('an Idempotency-Key keeps every digit of the response, and refuses a body with a neighbour', async () => {
      const [sent, key] = [{ transaction_id: randomUUID() }, randomUUID()];
      const first = await keyed(big, sent, key).expect(201);
      expect(first.text).toContain(`"properties":{"value":${big}}`);
      const replay = await keyed(big, sent, key).expect(201);
      expect([replay.text, replay.headers['content-type']]).toEqual([
        first.text,
        first.headers['content-type'],
      ]);
      await problemOf(keyed('616581622363398142', sent, key), 422, 'idempotency_mismatch');
    });

    it('a number with more than 400 digits is refused with a 422 that names it', async () => {
      for (const value of ['1e400', '1e-401', '1e999999999']) {
        const { errors } = await problemOf(send(`[1, ${value}]`), 422, 'validation_failed');
        expect(errors).toMatchObject([{ field: 'properties.value.1', code: 'value_out_of_range' }]);
      }
      await send('1e399').expect(201);
    });

    it('a number instead of an object is refused with 422', async () => {
      const post = (body: string) =>
        organization.post('/v1/events').set('Content-Type', 'application/json').send(body);
      const event = JSON.stringify({ ...anEvent(), properties: '?' }).replace('"?"', big);
      expect(await wrongFieldsOf(post(event))).toEqual(['properties']);
      const ids = event
        .replace('"code":"calls"', `"code":${big}`)
        .replace(`"properties":${big}`, '"properties":{}');
      expect(await wrongFieldsOf(post(ids))).toEqual(['code']);
    });
  });

  it.each(['sum', 'max', 'latest', 'weighted_sum'])(
    'a value for %s has at most 15 digits before and 15 after the decimal point',
    async (aggregation_type) => {
      const metric = { code: `digits_${aggregation_type}`, aggregation_type };
      const own = await aMeteredSubscription(app, organization, { charges: [{ metric }] });
      const event = (value: unknown) =>
        usageEventOf({ external_id: own.externalId }, { code: metric.code, properties: { value } });
      const [whole, most] = ['9'.repeat(15), `${'9'.repeat(15)}.${'9'.repeat(15)}`];
      const accepted = [
        whole,
        `-${most}`,
        `00${most}00`,
        '1.50000000000000000000',
        999999999999999,
        1e-15,
        1e14,
        0,
      ];
      const refused = [
        `1${'0'.repeat(15)}`,
        `0.${'0'.repeat(15)}1`,
        '9'.repeat(60),
        `-${whole}9.5`,
        1e15,
        1e20,
        -1e300,
        1e-16,
      ];
      for (const value of accepted) await organization.post('/v1/events', event(value)).expect(201);
      for (const value of refused) {
        const { errors } = await problemOf(
          organization.post('/v1/events', event(value)),
          422,
          'validation_failed',
        );
        expect(errors).toEqual([
          {
            field: 'properties.value',
            code: 'value_out_of_range',
            message:
              'properties.value must have at most 15 digits before and 15 after the decimal point: round it, or report it in another unit.',
          },
        ]);
      }
    },
  );

  it('an event of a unique_count metric without its property, or with null, is refused with a 422 that names it', async () => {
    const metric = { code: 'users', aggregation_type: 'unique_count', field_name: 'user' };
    const own = await aMeteredSubscription(app, organization, { charges: [{ metric }] });
    const errorsOf = async (properties: object | undefined) => {
      const event = usageEventOf({ external_id: own.externalId }, { code: 'users', properties });
      return (await problemOf(organization.post('/v1/events', event), 422, 'validation_failed')).errors;
    };
    const required = [{ field: 'properties.user', code: 'required' }];
    for (const properties of [undefined, {}, { name: 'ann' }, { operation_type: 'remove' }]) {
      expect(await errorsOf(properties)).toMatchObject(required);
    }
    expect(await errorsOf({ user: null })).toMatchObject([
      { field: 'properties.user', code: 'invalid_value' },
    ]);
    expect(await errorsOf({ operation_type: 'move' })).toMatchObject([
      ...required,
      { field: 'properties.operation_type', code: 'invalid_value' },
    ]);
  });

  it('an event is found by its transaction_id, through the unique index', async () => {
    const own = await app.anOrganization();
    const { externalId } = await aMeteredSubscription(app, own);
    const sent = usageEventOf({ external_id: externalId }, { transaction_id: 'order 1/ä' });
    const event = await bodyOf<UsageEventBody>(own.post('/v1/events', sent), 201);
    await app.database.query(
      `INSERT INTO usage_events SELECT copy.* FROM usage_events AS event, generate_series(1, 3000) AS n,
              jsonb_populate_record(event, jsonb_build_object('id', gen_random_uuid(), 'transaction_id', n)) AS copy
        WHERE event.organization_id = $1`,
      [own.id],
    );
    await app.database.query('ANALYZE usage_events');
    const found = (query: string) => listOf(own.get(`/v1/events?transaction_id=${query}`));
    expect(await found(encodeURIComponent('order 1/ä'))).toEqual({ items: [event], total: 1 });
    expect((await found('3000&charged=true')).total).toBe(1);
    for (const query of ['3000&code=other', '3001']) {
      expect(await found(query)).toEqual({ items: [], total: 0 });
    }
    const page = `SELECT id FROM usage_events WHERE organization_id = '${own.id}' AND transaction_id = '3000'
                   ORDER BY organization_id DESC, id DESC LIMIT 100`;
    expect(await planOf(app, page)).toContain('usage_events_transaction on');
  });

  it('a timestamp is cut to the millisecond in every spelling, each of which repeats the event', async () => {
    const second = Math.floor(Date.now() / 1000) - 60;
    const iso = new Date(second * 1000).toISOString().slice(0, 19);
    const spellings = [
      `${second}.9996`,
      `"${second}.9996"`,
      `${second}.99999999999999999999`,
      `"${second}.99999999999999999999"`,
      `${second}9996e-4`,
      `"${iso}.9996Z"`,
      `"${iso}.99999999999999999999+00:00"`,
    ];
    for (const first of spellings) {
      const sent = JSON.stringify(anEvent({ timestamp: '?' }));
      const send = (timestamp: string) =>
        organization
          .post('/v1/events')
          .set('Content-Type', 'application/json')
          .send(sent.replace('"?"', timestamp));
      const stored = await bodyOf<UsageEventBody>(send(first), 201);
      expect(stored.timestamp).toBe(`${iso}.999Z`);
      for (const again of spellings) expect(await bodyOf(send(again))).toEqual(stored);
    }
  });

  it('a timestamp without a fraction in the second of the start counts as the start, in every spelling', async () => {
    const startedAt = new Date(day(-3).getTime() + 41_317);
    const period = { from: startedAt, to: day(10) };
    const own = await aMeteredSubscription(app, organization, { startedAt, period });
    const second = Math.floor(startedAt.getTime() / 1000);
    const iso = new Date(second * 1000).toISOString();
    const event = (timestamp: unknown) =>
      usageEventOf({ external_id: own.externalId }, { timestamp, properties: { value: '1' } });
    const spellings = [
      second,
      String(second),
      iso.replace('.000Z', 'Z'),
      iso,
      new Date((second + 19_800) * 1000).toISOString().replace('.000Z', '+05:30'),
      startedAt.toISOString(),
    ];
    for (const first of spellings) {
      const sent = event(first);
      const stored = await bodyOf<UsageEventBody>(organization.post('/v1/events', sent), 201);
      expect([stored.timestamp, stored.late]).toEqual([startedAt.toISOString(), false]);
      for (const timestamp of spellings) {
        expect(await bodyOf(organization.post('/v1/events', { ...sent, timestamp }))).toEqual(stored);
      }
      for (const timestamp of [second + 1, second + 0.318]) {
        await problemOf(organization.post('/v1/events', { ...sent, timestamp }), 409, 'conflict');
      }
    }
    const batch = { events: [event(second), event(second - 1), event(second + 0.316), event(second + 1)] };
    const { results } = await bodyOf<EventBatchBody>(organization.post('/v1/events/batch', batch), 207);
    expect(results.map((it) => it.status)).toEqual(['accepted', 'rejected', 'rejected', 'accepted']);
    const customer = { ...event(second), external_subscription_id: undefined };
    const named = { ...customer, external_customer_id: own.externalCustomerId };
    const stored = await bodyOf<UsageEventBody>(organization.post('/v1/events', named), 201);
    expect(await bodyOf(organization.post('/v1/events', named))).toEqual(stored);
    const counted = await bodyOf<CurrentUsageBody>(
      organization.get(`/v1/customers/${own.customerId}/current_usage`),
    );
    expect(counted.charges).toMatchObject([{ units: '9', events_count: 9 }]);
  });

  it('a whole second elsewhere is not the same time as an instant within it', async () => {
    const second = Math.floor(Date.now() / 1000) - 60;
    const sent = anEvent({ timestamp: second + 0.317 });
    await organization.post('/v1/events', sent).expect(201);
    await problemOf(organization.post('/v1/events', { ...sent, timestamp: second }), 409, 'conflict');
  });
});
