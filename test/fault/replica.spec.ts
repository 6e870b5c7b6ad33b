import { databaseReads } from '../../src/platform/observability/metrics';
import { anInvoice } from '../support/builders';
import { eventually } from '../support/eventually';
import { PostgresPair } from '../support/postgres-pair';
import { organizationWithKey, startTestApp, type TestApp, type TestOrganization } from '../support/test-app';
import type { TestDatabase } from '../support/test-database';
import { bodyOf } from '../support/wire';

const MAX_LAG_MS = 1000;

let pair: PostgresPair;
let app: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  pair = await PostgresPair.start();
  app = await start(pair.standbyUrl);
  organization = await app.anOrganization();
}, 90_000);

afterAll(async () => {
  await app.stop();
  await pair.drop();
});

describe('a replica that lists are read from', () => {
  it('serves them as soon as it has what the organization wrote', async () => {
    for (let n = 0; n < 5; n++) {
      await organization.post('/v1/customers', { external_id: `own-${n}` }).expect(201);
      expect(await names()).toContain(`own-${n}`);
    }
    await servedBy('replica');
  });

  it('is not used by reads of single objects, which decisions rest on', async () => {
    await servedBy('replica');
    const [customer] = await bodyOf<{ id: string }[]>(organization.get('/v1/customers?limit=1'));
    const before = await reads('replica');
    await organization.get(`/v1/customers/${customer?.id ?? ''}`).expect(200);
    expect(await reads('replica')).toBe(before);
  });

  it('is not used while it lags: what others wrote is in the list after the bound', async () => {
    await pair.query(pair.standbyUrl, 'SELECT pg_wal_replay_pause()');
    await pair.query(
      pair.primaryUrl,
      `UPDATE customers SET external_id = 'by-others' WHERE external_id = 'own-0'`,
    );
    await eventually(async () => ((await names()).includes('by-others') ? true : null), 4 * MAX_LAG_MS);
    await servedBy('primary');
    await pair.query(pair.standbyUrl, 'SELECT pg_wal_replay_resume()');
    await servedBy('replica');
    expect(await names()).toContain('by-others');
  });

  it('serves the files of documents; those that it does not have yet come from the primary', async () => {
    const acme = await app.anOrganization();
    const pathOf = async () => `/v1/invoices/${(await anInvoice(acme)).id}/document`;
    const first = await pathOf();
    const { text } = await acme.get(first).expect(200);
    await eventually(async () => {
      const before = await reads('replica');
      expect((await acme.get(first).expect(200)).text).toBe(text);
      return (await reads('replica')) > before ? true : null;
    });
    const other = await start(pair.standbyUrl, 60_000); // for which the standby is fresh for so long
    try {
      const elsewhere = organizationWithKey(other.request, acme.id, {
        id: acme.apiKeyId,
        raw_key: acme.rawKey,
      });
      await pair.query(pair.standbyUrl, 'SELECT pg_wal_replay_pause()');
      const second = await pathOf();
      const { text: stored } = await acme.get(second).expect(200);
      const before = await reads('replica');
      expect((await elsewhere.get(second).expect(200)).text).toBe(stored);
      expect(await reads('replica')).toBe(before + 1); // where it was looked for in vain
    } finally {
      await pair.query(pair.standbyUrl, 'SELECT pg_wal_replay_resume()');
      await other.stop();
    }
  }, 30_000);

  it('is done without while it is away, and used again afterwards', async () => {
    await servedBy('replica');
    await pair.stopStandby();
    for (let n = 0; n < 20; n++) expect(await names()).toHaveLength(5);
    await servedBy('primary');
    await pair.startStandby();
    await servedBy('replica', 20_000);
  }, 60_000);

  it('is refused at the start where it is the primary', async () => {
    await expect(start(pair.primaryUrl)).rejects.toThrow('not a standby');
  });

  it('is not used once it was promoted', async () => {
    await servedBy('replica');
    await pair.promote();
    await servedBy('primary');
    expect(await names()).toHaveLength(5);
  });
});

/** The service on the primary, with a replica. */
function start(replicaUrl: string, maxLagMs = MAX_LAG_MS): Promise<TestApp> {
  const database: TestDatabase = {
    url: pair.primaryUrl,
    ownerUrl: pair.primaryUrl,
    query: (text, values) => pair.query(pair.primaryUrl, text, values),
    drop: () => Promise.resolve(),
  };
  const env = { DATABASE_REPLICA_URL: replicaUrl, DATABASE_REPLICA_MAX_LAG_MS: String(maxLagMs) };
  return startTestApp(env, database);
}

async function names(): Promise<string[]> {
  const customers = await bodyOf<{ external_id: string }[]>(organization.get('/v1/customers'));
  return customers.map((it) => it.external_id);
}

/** Waits until a list was read there. */
function servedBy(host: 'replica' | 'primary', withinMs = 10_000): Promise<true> {
  return eventually(async () => {
    const before = await reads(host);
    await names();
    return (await reads(host)) > before ? true : null;
  }, withinMs);
}

async function reads(host: string): Promise<number> {
  const { values } = await databaseReads.get();
  return values.find((it) => it.labels.host === host)?.value ?? 0;
}
