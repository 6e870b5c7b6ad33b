import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { schema } from '../../../src/bootstrap/schema';
import { loadConfig } from '../../../src/platform/config/config';
import { openDatabase } from '../../../src/platform/database/open-database';
import { rekey } from '../../../src/platform/secrets/rekey';
import { SecretBox } from '../../../src/platform/secrets/secret-box';
import { eventually } from '../../support/eventually';
import { connect } from '../../support/payments';
import { ENCRYPTION_KEY, organizationWithKey, startTestApp } from '../../support/test-app';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { anEndpoint } from '../../support/webhooks';
import { bodyOf, type EndpointBody, type SecretBody } from '../../support/wire';

const TARGET = 'http://127.0.0.1:4000/';
const newKey = () => randomBytes(32).toString('base64');

describe('rekey', () => {
  const app = useTestApp({ ROLE: 'api', MAX_WEBHOOK_ENDPOINTS: '0' });
  const organization = useSharedOrganization(app);
  let endpoints: EndpointBody[];

  beforeAll(async () => {
    endpoints = [];
    for (let i = 0; i < 250; i++) endpoints.push(await anEndpoint(organization, TARGET));
    for (let rotation = 0; rotation < 2; rotation++) {
      await bodyOf(organization.post(`/v1/webhook_endpoints/${endpoints[0]?.id}/secret/rotate`));
    }
    await connect(organization, 'stripe', 'a-secret-of-stripe');
    await connect(organization, 'stripe', 'another-secret-of-stripe');
    await organization.post('/v1/customers', { external_id: 'c' }).set('Idempotency-Key', 'k').expect(201);
  });

  it('re-encrypts every text once, and rows that others hold in the next run', async () => {
    const current = newKey();
    const box = new SecretBox([current, ENCRYPTION_KEY]);
    const held = new Client({ connectionString: app.database.url });
    await held.connect();
    await held.query('BEGIN');
    await held.query('SELECT 1 FROM webhook_endpoints WHERE id = $1 FOR UPDATE', [endpoints[7]?.id]);
    expect(await rekey(app.database.url, box)).toEqual(
      expect.arrayContaining([
        { table: 'webhook_endpoints', rekeyed: 249, unreadable: 0, left: 1 },
        { table: 'webhook_endpoint_earlier_secrets', rekeyed: 1, unreadable: 0, left: 0 },
        { table: 'payment_provider_connections', rekeyed: 1, unreadable: 0, left: 0 },
        { table: 'idempotency_keys', rekeyed: 1, unreadable: 0, left: 0 },
      ]),
    );
    await held.query('ROLLBACK');
    await held.end();
    const counts = (await rekey(app.database.url, box)).map((it) => [it.rekeyed, it.unreadable, it.left]);
    expect(counts.sort()).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [1, 0, 0],
    ]);
    await expectReadableWith(current);
  });

  it('continues a run that was killed, and keeps what the service writes meanwhile', async () => {
    const current = newKey();
    const { id = '' } = endpoints[3] ?? {};
    const box = new SecretBox([current, ENCRYPTION_KEY, ...previousKeys]);
    const running = rekey(app.database.url, box).catch(() => null);
    await eventually(async () => {
      const ended = await app.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'rekey'`,
      );
      return ended.length > 0 ? true : null;
    });
    await running;
    // The service still has the old key: what it writes is found by the next run.
    const [rotated] = await Promise.all([
      bodyOf<SecretBody>(
        organization.post(`/v1/webhook_endpoints/${id}/secret/rotate`, { overlap_seconds: 0 }),
      ),
      rekey(app.database.url, box),
    ]);
    endpoints = endpoints.map((it) => (it.id === id ? { ...it, secret: rotated.secret } : it));
    for (const { unreadable, left } of await rekey(app.database.url, box)) {
      expect([unreadable, left]).toEqual([0, 0]);
    }
    await expectReadableWith(current);
  });

  it('leaves a text that no key decrypts as it is, and counts it', async () => {
    const unreadable = `v1.${Buffer.alloc(64).toString('base64')}`;
    const stranger = await app.anOrganization();
    const { id } = await anEndpoint(stranger, TARGET);
    await app.database.query('UPDATE webhook_endpoints SET sealed_secret = $1 WHERE id = $2', [
      unreadable,
      id,
    ]);
    const report = await rekey(app.database.url, new SecretBox([newKey(), ENCRYPTION_KEY, ...previousKeys]));
    expect(report).toContainEqual({ table: 'webhook_endpoints', rekeyed: 250, unreadable: 1, left: 0 });
    const [row] = await app.database.query<{ sealed_secret: string }>(
      'SELECT sealed_secret FROM webhook_endpoints WHERE id = $1',
      [id],
    );
    expect(row?.sealed_secret).toBe(unreadable);
  });

  /** Keys that this file has used; the last test reads texts of the newest. */
  const previousKeys: string[] = [];
  const keyOf = () => ({ id: organization.apiKeyId, raw_key: organization.rawKey });

  /** Reads secrets and a stored response with a service that has this key only. */
  async function expectReadableWith(key: string): Promise<void> {
    previousKeys.push(key);
    const service = await startTestApp({ ROLE: 'api', ENCRYPTION_KEY: key }, app.database);
    const caller = organizationWithKey(service.request, organization.id, keyOf());
    for (const { id, secret } of endpoints.slice(1, 10)) {
      const revealed = await bodyOf<SecretBody>(caller.get(`/v1/webhook_endpoints/${id}/secret`));
      expect(revealed.secret).toBe(secret);
    }
    const replayed = await caller.post('/v1/customers', { external_id: 'c' }).set('Idempotency-Key', 'k');
    expect([replayed.status, replayed.headers['idempotency-replayed']]).toEqual([201, 'true']);
    await service.stop();
  }
});

describe('the key file of an embedded installation', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'key-file-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('is made once, holds a list, and its loss beside secrets refuses the start', async () => {
    const file = join(dataDir, 'encryption.key');
    const open = () => openDatabase(loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }), schema);
    const first = await open();
    expect(first.encryptionKeys).toEqual([(await readFile(file, 'utf8')).trim()]);
    await rm(file);
    const again = await open(); // nothing is stored yet: a new key harms nobody
    expect(again.encryptionKeys).not.toEqual(first.encryptionKeys);
    await again.close();
    const list = [newKey(), ...again.encryptionKeys];
    await writeFile(file, `${list.join('\n')}\n`);
    const second = await open();
    expect(second.encryptionKeys).toEqual(list);
    await second.close();

    await storeSecret(first.url);
    await rm(file);
    await expect(open()).rejects.toThrow(/encryption\.key is missing, but the database holds secrets/);
    await writeFile(file, 'c2hvcnQ=\n');
    await expect(open()).rejects.toThrow(/encryption\.key cannot be used: .* 32 bytes/);
    await writeFile(file, list.join(','));
    await (await open()).close();
    await first.close();
  }, 60_000);

  async function storeSecret(url: string): Promise<void> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(
      `WITH made AS (INSERT INTO organizations (id, name, default_currency, timezone, created_at, updated_at)
         VALUES (gen_random_uuid(), 'A', 'EUR', 'UTC', now(), now()) RETURNING id)
       INSERT INTO idempotency_keys (organization_id, key, fingerprint, status, sealed_body, expires_at)
         SELECT id, 'k', '', 201, 'v1.', now() FROM made`,
    );
    await client.end();
  }
});
