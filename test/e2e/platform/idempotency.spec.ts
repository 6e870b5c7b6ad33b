import { randomUUID } from 'node:crypto';
import type supertest from 'supertest';
import { aCustomer } from '../../support/builders';
import { untilLockWait } from '../../support/lock-waits';
import { sendBytes } from '../../support/raw-request';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import {
  bodyOf,
  listOf,
  problemOf,
  type ApiKeyBody,
  type CustomerBody,
  type EndpointBody,
} from '../../support/wire';

const CUSTOMERS = '/v1/customers';
const KEYS = '/v1/organizations/current/api_keys';

describe('Idempotency-Key', () => {
  const app = useTestApp({ TEST_CLOCK: 'on', DATABASE_TIMEOUT_MS: '3500', EVENTS_RATE_LIMIT: '1' });
  const organization = useOrganization(app);
  let key: string;

  beforeEach(() => {
    key = randomUUID();
  });

  const post = (path: string, body?: object, as = key): supertest.Test =>
    organization.post(path, body).set('Idempotency-Key', as);
  const replayed = (response: supertest.Response): unknown => response.headers['idempotency-replayed'];
  const countOf = async (): Promise<number> => (await listOf(organization.get(CUSTOMERS))).total;

  it('a repeated request replays the first response and has no second effect', async () => {
    const body = { external_id: 'c1', name: 'Once' };
    const first = await post(CUSTOMERS, body).expect(201);
    expect(replayed(first)).toBeUndefined();
    const again = await post(CUSTOMERS, body).expect(201);
    expect(replayed(again)).toBe('true');
    expect(again.text).toBe(first.text);
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(replayed(await post(`${CUSTOMERS}/`, body).expect(201))).toBe('true');
    const events = await app.database.query('SELECT 1 FROM outbox_events WHERE organization_id = $1', [
      organization.id,
    ]);
    expect([await countOf(), events.length]).toEqual([1, 1]);
  });

  it('a repeated request replays the first response even after the record has changed', async () => {
    const first = await post(CUSTOMERS, { external_id: 'c1', name: 'Then' }).expect(201);
    const { id } = first.body as CustomerBody;
    await organization.put(`${CUSTOMERS}/${id}`, { name: 'Now' }).expect(200);
    expect((await post(CUSTOMERS, { external_id: 'c1', name: 'Then' })).text).toBe(first.text);
  });

  it('a repeated request is refused with 400 invalid_state if the stored response cannot be decrypted', async () => {
    const body = { external_id: 'c1' };
    await post(CUSTOMERS, body).expect(201);
    const unreadable = `v1.${Buffer.alloc(64).toString('base64')}`;
    await app.database.query(
      'UPDATE idempotency_keys SET sealed_body = $1 WHERE organization_id = $2 AND key = $3',
      [unreadable, organization.id, key],
    );
    const { detail } = await problemOf(post(CUSTOMERS, body), 400, 'invalid_state');
    expect(detail).toContain('ENCRYPTION_KEY');
    expect(await countOf()).toBe(1);
  });

  it('reusing a key with another body or path is refused with 422', async () => {
    await post(CUSTOMERS, { external_id: 'c1' }).expect(201);
    await problemOf(post(CUSTOMERS, { external_id: 'c2' }), 422, 'idempotency_mismatch');
    await problemOf(post(KEYS, { external_id: 'c1' }), 422, 'idempotency_mismatch');
    const problem = await problemOf(post(CUSTOMERS), 422, 'idempotency_mismatch');
    expect(problem.errors).toMatchObject([{ field: 'Idempotency-Key', code: 'idempotency_mismatch' }]);
    expect(await countOf()).toBe(1);
  });

  it('50 concurrent requests with one key have one effect', async () => {
    const body = { external_id: 'c1' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(CUSTOMERS, body)));
    const fresh = answers.filter((it) => it.status === 201 && replayed(it) === undefined);
    expect(fresh).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 201) expect(answer.text).toBe(fresh[0]?.text);
      else
        expect([answer.status, (answer.body as { code: string }).code]).toEqual([
          409,
          'idempotency_in_progress',
        ]);
    }
    expect(await countOf()).toBe(1);
    expect(replayed(await post(CUSTOMERS, body).expect(201))).toBe('true');
  });

  it('concurrent requests have one effect even if no unique constraint applies', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(KEYS, { name: 'Parallel' })));
    expect(new Set(answers.filter((it) => it.status === 201).map((it) => it.text)).size).toBe(1);
    expect((await listOf(organization.get(KEYS))).total).toBe(2);
  });

  it('two organizations can use the same key', async () => {
    const other = await app.anOrganization();
    await post(CUSTOMERS, { external_id: 'c1' }).expect(201);
    const theirs = await other
      .post(CUSTOMERS, { external_id: 'other' })
      .set('Idempotency-Key', key)
      .expect(201);
    expect(replayed(theirs)).toBeUndefined();
  });

  it('after a refusal with 400, 404, 409 or 422, the key accepts the same body and another one', async () => {
    const { id } = await aCustomer(organization, { external_id: 'taken' });
    const { id: revoked } = await bodyOf<ApiKeyBody>(organization.post(KEYS, { name: 'Revoked' }), 201);
    await organization.delete(`${KEYS}/${revoked}`).expect(204);
    await problemOf(post(CUSTOMERS, { external_id: '' }), 422, 'validation_failed');
    await problemOf(post(`${KEYS}/${randomUUID()}/rotate`), 404, 'not_found');
    await problemOf(post(`${KEYS}/${revoked}/rotate`), 400, 'invalid_state');
    await problemOf(post(CUSTOMERS, { external_id: 'taken' }), 409, 'conflict');
    await organization.delete(`${CUSTOMERS}/${id}`).expect(204);
    const created = await post(CUSTOMERS, { external_id: 'taken' }).expect(201);
    expect(replayed(created)).toBeUndefined();
    expect(replayed(await post(CUSTOMERS, { external_id: 'taken' }).expect(201))).toBe('true');
    await problemOf(post(CUSTOMERS, { external_id: 'other' }), 422, 'idempotency_mismatch');
    expect(await countOf()).toBe(1);
  });

  it('a key whose first request is refused while a second one waits is free afterwards', async () => {
    const { id } = await aCustomer(organization, { external_id: 'mine' });
    await app.database.query('BEGIN');
    let first: Promise<supertest.Response>;
    try {
      await app.database.query(`UPDATE customers SET external_id = 'c1' WHERE id = $1`, [id]);
      first = Promise.resolve(post(CUSTOMERS, { external_id: 'c1' }));
      await untilLockWait(app.database);
      await problemOf(post(CUSTOMERS, { external_id: 'c1' }), 409, 'idempotency_in_progress');
    } finally {
      await app.database.query('COMMIT');
    }
    expect(((await first).body as { code: string }).code).toBe('conflict');
    expect(replayed(await post(CUSTOMERS, { external_id: 'c2' }).expect(201))).toBeUndefined();
    expect(await countOf()).toBe(2);
  });

  it('a refusal that an earlier version stored is not replayed', async () => {
    await app.database.query(
      `INSERT INTO idempotency_keys (organization_id, key, fingerprint, status, sealed_body, expires_at)
       VALUES ($1, $2, 'another', 422, 'v1.unread', now() + interval '1 day')`,
      [organization.id, key],
    );
    expect(replayed(await post(CUSTOMERS, { external_id: 'c1' }).expect(201))).toBeUndefined();
    expect(replayed(await post(CUSTOMERS, { external_id: 'c1' }).expect(201))).toBe('true');
  });

  it('while the database is away, every response is 503, also over the rate limit; then the key is free', async () => {
    const event = (as?: string) => {
      const sent = organization.post('/v1/events', { transaction_id: 'late' });
      return as === undefined ? sent : sent.set('Idempotency-Key', as);
    };
    await event().expect(422);
    await event().expect(429);
    await event(key).expect(429);
    await app.database.query('BEGIN');
    await app.database.query('LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
    try {
      const handled = Promise.resolve(post(CUSTOMERS, { external_id: 'c1' }));
      await untilLockWait(app.database);
      await app.database.query('LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE');
      const others = [
        event(),
        event(key),
        post(CUSTOMERS, { external_id: 'c1' }),
        organization.get(CUSTOMERS),
      ];
      for (const { status, headers, text } of await Promise.all([handled, ...others])) {
        expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^[1-9]$/)]);
        expect(text).toContain('"service_unavailable"');
      }
    } finally {
      await app.database.query('ROLLBACK');
    }
    expect(replayed(await post(CUSTOMERS, { external_id: 'c1' }).expect(201))).toBeUndefined();
  });

  it('stored responses are encrypted', async () => {
    const created = await bodyOf<ApiKeyBody>(post(KEYS, { name: 'Secret' }), 201);
    const url = 'http://127.0.0.1:4/';
    const endpoint = await bodyOf<EndpointBody>(post('/v1/webhook_endpoints', { url }, randomUUID()), 201);
    const rows = await app.database.query<{ row: string }>(
      'SELECT idempotency_keys::text AS row FROM idempotency_keys WHERE organization_id = $1',
      [organization.id],
    );
    expect(rows).toHaveLength(2);
    const text = rows.map((it) => it.row).join('\n');
    for (const secret of [created.raw_key ?? '', endpoint.secret ?? '', 'svc_live_', 'whsec_', endpoint.id]) {
      expect(text).not.toContain(secret);
    }
    expect(await bodyOf(post(KEYS, { name: 'Secret' }), 201)).toEqual(created);
  });

  it('responses of actions on a record are replayed', async () => {
    const path = `${KEYS}/${organization.apiKeyId}/rotate`;
    const first = await post(path, { overlap_seconds: 600 }).expect(200);
    const again = await post(path, { overlap_seconds: 600 }).expect(200);
    expect(again.text).toBe(first.text);
    expect((await listOf(organization.get(KEYS))).total).toBe(2);
  });

  it('a key that is not 1 to 255 printable characters is refused with 422', async () => {
    for (const bad of ['', 'x'.repeat(256), 'tab\there']) {
      const problem = await problemOf(post(CUSTOMERS, { external_id: 'c1' }, bad), 422, 'validation_failed');
      expect(problem.errors).toMatchObject([{ field: 'Idempotency-Key' }]);
    }
    await post(CUSTOMERS, { external_id: 'c1' }, 'x'.repeat(255)).expect(201);
    await post(CUSTOMERS, { external_id: 'c2' }, '7').expect(201);
  });

  it('a repeated header is refused with 422, even on the route that bypasses the framework', async () => {
    for (const path of [CUSTOMERS, '/v1/events']) {
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${organization.rawKey}\r\n`;
      const twice =
        'Idempotency-Key: k1\r\nidempotency-key: k1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
      const answer = await sendBytes(app.url, head + twice);
      expect(answer).toMatch(/^HTTP\/1\.1 422 [^]*Idempotency-Key must be given only once\./);
    }
  });

  it('the header is ignored on PUT and without a valid API key', async () => {
    const { id } = await bodyOf<CustomerBody>(post(CUSTOMERS, { external_id: 'c1' }), 201);
    await app.request.post(CUSTOMERS).set('Idempotency-Key', key).send({ external_id: 'c1' }).expect(401);
    const put = await organization
      .put(`${CUSTOMERS}/${id}`, { name: 'x' })
      .set('Idempotency-Key', key)
      .expect(200);
    expect(replayed(put)).toBeUndefined();
  });

  // Runs last, because it moves the clock.
  it('a response is stored for 24 hours', async () => {
    const { now } = await bodyOf<{ now: string }>(organization.get('/v1/test_clock'));
    const start = Date.parse(now) + 1000;
    const advanceTo = (at: number) =>
      organization.put('/v1/test_clock', { now: new Date(at).toISOString() }).expect(200);
    await advanceTo(start);
    await post(KEYS, { name: 'Kept' }).expect(201);
    await advanceTo(start + 86_400_000 - 1);
    expect(replayed(await post(KEYS, { name: 'Kept' }).expect(201))).toBe('true');
    await advanceTo(start + 86_400_000);
    expect(replayed(await post(KEYS, { name: 'Kept' }).expect(201))).toBeUndefined();
  });
});
