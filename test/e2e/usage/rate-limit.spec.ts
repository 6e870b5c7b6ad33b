import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { usageEventOf } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { scaled } from '../../support/long-form';
import { aMeteredSubscription, type Metered } from '../../support/metered-subscription';
import { RedisServer, hasRedis } from '../../support/redis-server';
import {
  organizationWithKey,
  startTestApp,
  type TestApp,
  type TestOrganization,
} from '../../support/test-app';
import { problemOf } from '../../support/wire';

const LIMIT = 20;
/** The long form shares the default limit. */
const SHARED_LIMIT = scaled(LIMIT, 1000);

const anEvent = (metered: Metered): object => usageEventOf({ external_id: metered.externalId });

describe('ingestion rate limit', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ EVENTS_RATE_LIMIT: String(LIMIT) });
  });
  afterAll(() => app.stop());

  it('EVENTS_RATE_LIMIT requests are accepted, including batches, and every response has the headers', async () => {
    const organization = await app.anOrganization();
    const metered = await aMeteredSubscription(app, organization);
    const sends = [
      () => organization.post('/v1/events', anEvent(metered)),
      () => organization.post('/v1/events/batch', { events: [anEvent(metered), anEvent(metered)] }),
      () => organization.post('/v1/events', { transaction_id: 'bad' }),
      () => organization.post('/v1/events', anEvent(metered)).set('Idempotency-Key', randomUUID()),
    ];
    const statuses: number[] = [];
    for (let n = 0; n < LIMIT; n++) {
      const answer = await sends[n % sends.length]?.();
      statuses.push(answer?.status ?? 0);
      expect(answer?.headers).toMatchObject({
        'x-ratelimit-limit': String(LIMIT),
        'x-ratelimit-remaining': String(LIMIT - n - 1),
        'x-ratelimit-reset': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) as string,
      });
      expect(answer?.headers).not.toHaveProperty('retry-after');
    }
    expect(new Set(statuses)).toEqual(new Set([201, 422]));
    for (const send of sends) {
      const answer = await send();
      expect(answer.headers).toMatchObject({ 'x-ratelimit-remaining': '0' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    await problemOf(organization.post('/v1/events', anEvent(metered)), 429, 'rate_limited');
  });

  it('the limit is per organization and applies only to the two ingestion routes', async () => {
    const [loud, quiet] = [await app.anOrganization(), await app.anOrganization()];
    await Promise.all(Array.from({ length: LIMIT + 5 }, async () => loud.post('/v1/events', {})));
    await loud.post('/v1/events', {}).expect(429);
    await quiet.post('/v1/events', {}).expect(422);
    const list = await loud.get('/v1/events').expect(200);
    expect(list.headers).not.toHaveProperty('x-ratelimit-limit');
  });

  it('a request without an API key is not counted', async () => {
    const answer = await app.request.post('/v1/events').send({}).expect(401);
    expect(answer.headers).not.toHaveProperty('x-ratelimit-limit');
  });
});

(hasRedis() ? describe : describe.skip)('ingestion rate limit shared through Redis', () => {
  let redis: RedisServer;
  let apps: TestApp[];
  let organization: TestOrganization;
  let metered: Metered;

  beforeAll(async () => {
    redis = await RedisServer.start();
    const env = { EVENTS_RATE_LIMIT: String(SHARED_LIMIT), REDIS_URL: redis.url };
    const first = await startTestApp(env);
    apps = [first, await startTestApp(env, first.database)];
    organization = await first.anOrganization();
    metered = await aMeteredSubscription(first, organization);
  });
  afterAll(async () => {
    for (const app of [...apps].reverse()) await app.stop();
    await redis.down();
  });

  const through = (app: TestApp | undefined): TestOrganization => {
    if (app === undefined) throw new Error('No such instance');
    return organizationWithKey(app.request, organization.id, { id: '', raw_key: organization.rawKey });
  };
  const answersTo = async (count: number): Promise<Response[]> => {
    const sent = Array.from({ length: count }, async (_, n) =>
      through(apps[n % 2]).post('/v1/events', anEvent(metered)),
    );
    return Promise.all(sent);
  };

  it('all instances share one count', async () => {
    const answers = await answersTo(3 * SHARED_LIMIT);
    expect(answers.filter((it) => it.status === 201)).toHaveLength(SHARED_LIMIT);
    const refused = answers.filter((it) => it.status === 429);
    expect(refused).toHaveLength(2 * SHARED_LIMIT);
    expect(refused.filter((it) => !(Number(it.headers['retry-after']) > 0))).toEqual([]);
  });

  it('each instance counts on its own while Redis is down and shares the count again afterwards', async () => {
    await redis.down();
    const alone = await answersTo(2 * SHARED_LIMIT);
    expect(alone.filter((it) => it.status === 201)).toHaveLength(2 * SHARED_LIMIT);
    await through(apps[0]).post('/v1/events', anEvent(metered)).expect(429);
    await redis.up(); // Redis starts empty, because it persists nothing
    await eventually(async () => {
      const { status } = await through(apps[0]).post('/v1/events', anEvent(metered));
      return status === 201 ? true : null;
    });
  });
});
