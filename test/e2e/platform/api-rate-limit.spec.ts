import type { Response } from 'supertest';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { problemOf } from '../../support/wire';

const LIMIT = 3;

describe('API_RATE_LIMIT', () => {
  const app = useTestApp({ ROLE: 'api', API_RATE_LIMIT: String(LIMIT) });
  const organization = useOrganization(app);
  const other = useOrganization(app);

  it('serves as many requests of an organization per minute, then returns 429 with Retry-After', async () => {
    const remaining: unknown[] = [];
    const note = ({ headers }: Response): void => {
      remaining.push(headers['ratelimit-remaining']);
      expect(headers['ratelimit-limit']).toBe(String(LIMIT));
      expect(Number(headers['ratelimit-reset'])).toBeGreaterThan(0);
      expect(headers['x-ratelimit-limit']).toBeUndefined();
    };
    note(await organization.get('/v1/customers').expect(200));
    note(await organization.post('/v1/customers', {}).expect(422)); // refused requests count as well
    note(await organization.get('/v1/taxes').expect(200));
    const refused = organization.get('/v1/plans').expect('Retry-After', /^\d+$/);
    await problemOf(refused, 429, 'rate_limited');
    note(await refused);
    expect(remaining).toEqual(['2', '1', '0', '0']);
    note(await other.get('/v1/customers').expect(200));
  });

  it('counts neither usage events nor requests without a key', async () => {
    const event = { transaction_id: 'a', code: 'unknown', external_subscription_id: 'unknown' };
    for (let n = 0; n < LIMIT; n++) {
      const raw = await organization.post('/v1/events', event).expect(422);
      expect(raw.headers).toHaveProperty('x-ratelimit-limit');
      expect(raw.headers).not.toHaveProperty('ratelimit-limit');
      const routed = organization.post('/v1/events', event).set('Idempotency-Key', String(n));
      expect((await routed.expect(422)).headers).not.toHaveProperty('ratelimit-limit');
      await app.request.get('/health/ready').expect(200);
    }
    await organization.get('/v1/customers').expect(200);
  });
});

describe('without API_RATE_LIMIT', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);

  it('responses of other routes than usage events have no headers of a limit', async () => {
    const { headers } = await organization.get('/v1/customers').expect(200);
    expect(Object.keys(headers).filter((it) => it.includes('ratelimit'))).toEqual([]);
  });
});
