import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { diagnose } from '../../../src/commands/doctor/diagnose';
import { secretContext } from '../../../src/modules/webhook-endpoints';
import { loadConfig, type Config } from '../../../src/platform/config/config';
import { newId } from '../../../src/platform/domain/id';
import { responseContext } from '../../../src/platform/idempotency/sealed-responses';
import { assertKeyIsAccepted, usableEncryptionKey } from '../../../src/platform/secrets/key-check';
import { acceptConfiguredKey } from '../../../src/platform/secrets/lost-key-acceptance';
import { SecretBox } from '../../../src/platform/secrets/secret-box';
import { sealedTables } from '../../../src/sealed-tables';
import { startService } from '../../../src/start';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

const newKey = (): string => randomBytes(32).toString('base64');

describe('the encryption key', () => {
  const ORGANIZATION = newId();
  const dataDir = mkdtempSync(join(tmpdir(), 'billing-key-'));
  const keyFile = join(dataDir, 'encryption.key');
  const [key, another] = [newKey(), newKey()];
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    rmSync(dataDir, { recursive: true });
    await database.drop();
  });

  const withKey = (ENCRYPTION_KEY: string): Config =>
    loadConfig({
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: database.url,
      ENCRYPTION_KEY,
    });
  const embedded = loadConfig({ DATA_DIR: dataDir });
  const check = (config: Config) => usableEncryptionKey(database.url, config, sealedTables);
  const diagnosed = async (config: Config, acceptNewKey: boolean): Promise<[boolean, string]> => {
    const lines: string[] = [];
    const isWell = await diagnose(config, { remove: false, acceptNewKey, places: [] }, (line) =>
      lines.push(line),
    );
    return [isWell, lines.join('\n')];
  };
  /** Connects as a process of the service does. */
  const anotherProcess = async (): Promise<Client> => {
    const client = new Client({ connectionString: database.url, application_name: 'billing-api' });
    await client.connect();
    return client;
  };
  /** Stores a response to a request with an Idempotency-Key, encrypted with `key`. */
  const store = (idempotencyKey: string): Promise<unknown> =>
    database.query(
      `INSERT INTO idempotency_keys VALUES ($1, $2, 'hash', 200, $3, now() + interval '1 day')`,
      [
        ORGANIZATION,
        idempotencyKey,
        new SecretBox(key).seal('{}', responseContext(ORGANIZATION, idempotencyKey)),
      ],
    );

  it('may be another one as long as no secret is stored and no other process runs', async () => {
    await check(withKey(another));
    expect((await check(withKey(key))).value).toBe(key);
    const other = await anotherProcess();
    await expect(check(withKey(another))).rejects.toThrow('another key than billing-api');
    await other.end();
  });

  it('that another process replaced during the start is refused once connected, and reported by the doctor', async () => {
    await assertKeyIsAccepted(database.url, withKey(key), key);
    await expect(assertKeyIsAccepted(database.url, withKey(another), another)).rejects.toThrow(
      'Another process that started at the same time has another encryption key.',
    );
    expect(await diagnosed(withKey(another), false)).toEqual([
      false,
      expect.stringMatching(/ATTENTION: .*is not the accepted key of the database.*--accept-new-key/),
    ]);
  });

  it('is created for an embedded installation, readable only by its owner', async () => {
    const { value, source } = await check(embedded);
    expect(source).toBe(keyFile);
    expect(readFileSync(keyFile, 'utf8')).toBe(`${value}\n`);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['encryption.key']);
    expect((await check(embedded)).value).toBe(value);
    await check(withKey(key));
  });

  it('that is not the one of the stored secrets makes a start fail with the remedy', async () => {
    await database.query(`INSERT INTO organizations VALUES ($1, 'Acme', 'USD', 'UTC', now(), now())`, [
      ORGANIZATION,
    ]);
    await store('one');
    await expect(startService(withKey(another))).rejects.toThrow(
      /ENCRYPTION_KEY has another key, .* stored responses .*Set ENCRYPTION_KEY .*--accept-new-key/,
    );
    await check(withKey(key));
  });

  it('in a file that is missing, altered or damaged makes a start fail, and no new file is created', async () => {
    await expect(check(embedded)).rejects.toThrow(`Restore ${keyFile} from the backup`);
    writeFileSync(keyFile, 'not a key\n');
    await expect(check(embedded)).rejects.toThrow(`${keyFile} does not contain an encryption key`);
    rmSync(keyFile);
    await expect(check(embedded)).rejects.toThrow(
      `${keyFile} is missing, and the database holds stored responses`,
    );
    expect(readdirSync(dataDir)).toEqual([]);
    writeFileSync(keyFile, `${key}\n`);
    expect((await check(embedded)).value).toBe(key);
  });

  it('is checked against stored secrets if an earlier version has recorded no key', async () => {
    await database.query('DELETE FROM encryption_key');
    await expect(check(withKey(another))).rejects.toThrow('ENCRYPTION_KEY has another key');
    await Promise.all([check(withKey(key)), check(withKey(key))]);
    expect(await database.query('SELECT fingerprint FROM encryption_key')).toEqual([
      { fingerprint: new SecretBox(key).fingerprint },
    ]);
  });

  it('is accepted by the doctor: what it does not open is listed and marked, until the old key is back', async () => {
    const id = newId();
    await database.query(
      `INSERT INTO webhook_endpoints (organization_id, id, url, signature_algo, status, event_types, sealed_secret,
                                      created_at, updated_at)
       VALUES ($1, $2, 'https://example.com/', 'hmac', 'active', '{}', $3, now(), now())`,
      [ORGANIZATION, id, new SecretBox(key).seal('whsec_one', secretContext(ORGANIZATION, id))],
    );
    const accept = (config: Config) =>
      acceptConfiguredKey(database.url, config, sealedTables, () => undefined);
    const endpoint = `endpoint ${id} \\(https://example.com/\\) of organization ${ORGANIZATION} \\(Acme\\)`;
    const marked = () => database.query('SELECT secret_lost_at IS NOT NULL AS lost FROM webhook_endpoints');

    rmSync(keyFile);
    const other = await anotherProcess();
    await expect(accept(embedded)).rejects.toThrow('another key than billing-api');
    expect(readdirSync(dataDir)).toEqual([]);
    await other.end();

    expect(await diagnosed(withKey(key), false)).toEqual([true, expect.stringContaining('opens 2 secrets')]);
    expect(await diagnosed(withKey(another), false)).toEqual([
      false,
      expect.stringMatching(/ATTENTION: .* does not open 1 of 1 signing secrets[^]*--accept-new-key/),
    ]);
    expect(await diagnosed(withKey(another), true)).toEqual([
      true,
      expect.stringMatching(
        new RegExp(
          `^Lost: signing secret of webhook ${endpoint}$[^]*^1 secret lost[^]*^1 stored response`,
          'm',
        ),
      ),
    ]);
    expect(await marked()).toEqual([{ lost: true }]);
    expect(await diagnosed(withKey(another), false)).toEqual([
      false,
      expect.stringMatching(`ATTENTION: Lost: signing secret of webhook ${endpoint}`),
    ]);
    await check(withKey(another));
    await expect(check(withKey(key))).rejects.toThrow('has another key');

    await accept(withKey(key));
    expect(await marked()).toEqual([{ lost: false }]);
    await check(withKey(key));
  });

  it('is checked without writing while the database is read-only', async () => {
    await database.query('DELETE FROM encryption_key');
    const readOnly = `${database.url}?options=-c%20default_transaction_read_only%3Don`;
    const checkReadOnly = (config: Config) => usableEncryptionKey(readOnly, config, sealedTables);
    expect((await checkReadOnly(withKey(key))).value).toBe(key);
    await expect(checkReadOnly(withKey(another))).rejects.toThrow('ENCRYPTION_KEY has another key');
    expect(await database.query('SELECT FROM encryption_key')).toEqual([]);
  });
});
