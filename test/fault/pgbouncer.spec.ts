import { Pool } from 'pg';
import { awaitServer } from '../../src/platform/database/await-server';
import { poolOptions, ROW_BY_ROW } from '../../src/platform/database/data-source-options';
import { SessionPoolingError } from '../../src/platform/database/session-pooling';
import { ApiClient } from '../support/api-client';
import { docBlocks } from '../support/doc-blocks';
import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/fault-scale';
import { Ledger } from '../support/ledger';
import { hasPgBouncer, PgBouncer } from '../support/pgbouncer';
import { ServiceProcess } from '../support/service-process';
import { useFaultStage } from '../support/use-fault-stage';

const ADMIN_TOKEN = 'an-operator-token-of-some-length';
const ENV = { ADMIN_TOKEN, OPEN_REGISTRATION: 'on' };
const RECOVERY_MS = 10_000;
/** Less than the interval at which workers look for deletions without being notified. */
const NOTIFIED_MS = 30_000;
const WRITES = scaled(200, 5000);

/** The settings of docs/operations.md#pgbouncer. */
function documentedSettings(): string[] {
  const block = docBlocks().find((it) => it.page === 'docs/operations.md' && it.section === 'pgbouncer');
  return (block?.code ?? '').split('\n').filter((it) => it.includes('='));
}

(hasPgBouncer() ? describe : describe.skip)('PgBouncer', () => {
  const { database, receiver } = useFaultStage();
  let bouncer: PgBouncer | undefined;
  const started: PgBouncer[] = [];
  afterAll(() => Promise.all(started.map((it) => it.stop())));

  const startBouncer = async (settings: readonly string[]): Promise<PgBouncer> => {
    const one = await PgBouncer.start(database.url, settings);
    started.push(one);
    return one;
  };

  describe('with pool_mode = session', () => {
    let through: PgBouncer;
    let api: ServiceProcess;

    beforeAll(async () => {
      through = await startBouncer(documentedSettings());
      const databaseUrl = through.url;
      [api] = await Promise.all([
        ServiceProcess.start({ role: 'api', databaseUrl, env: ENV }),
        ServiceProcess.start({ role: 'worker', databaseUrl, env: ENV }),
      ]);
    }, 90_000);

    /** Has the worker delete the client's organization: a NOTIFY of the API, an advisory lock and both roles. */
    async function expectDeleted({ organizationId }: ApiClient): Promise<void> {
      const path = `${api.url}/v1/admin/organizations/${organizationId}`;
      const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
      expect((await fetch(`${path}/suspend`, { method: 'POST', headers })).status).toBe(200);
      expect((await fetch(path, { method: 'DELETE', headers })).status).toBe(202);
      await eventually(
        async () => ((await fetch(path, { headers })).status === 404 ? true : null),
        NOTIFIED_MS,
      );
    }

    it('connections have their settings', async () => {
      const settings = {
        url: through.url,
        poolSize: 1,
        timeoutMs: 5000,
        applicationName: 'billing-settings',
      };
      const pool = new Pool(poolOptions(settings, ROW_BY_ROW));
      const names = ['TimeZone', 'statement_timeout', 'lock_timeout', 'plan_cache_mode', 'application_name'];
      const { rows } = await pool.query<Record<string, string>>(
        `SELECT ${names.map((it) => `current_setting('${it}') AS "${it}"`).join(', ')}`,
      );
      await pool.end();
      expect(rows).toEqual([
        {
          TimeZone: 'UTC',
          statement_timeout: '5500ms',
          lock_timeout: '4500ms',
          plan_cache_mode: 'force_generic_plan',
          application_name: 'billing-settings',
        },
      ]);
    });

    it('organizations are kept apart, and notifications and advisory locks work', async () => {
      const [acme, globex] = [await ApiClient.signUp(api.url), await ApiClient.signUp(api.url)];
      const created = await acme.request('POST', '/v1/customers', { external_id: 'one' });
      const path = `/v1/customers/${(created.body as { id: string }).id}`;
      expect((await acme.request('GET', path)).status).toBe(200);
      expect((await globex.request('GET', path)).status).toBe(404);
      await expectDeleted(globex);
      expect((await acme.request('GET', path)).status).toBe(200);
    }, 60_000);

    it(
      'its restart under load loses no acknowledged write, and both processes continue',
      async () => {
        const client = await ApiClient.signUp(api.url);
        await client.anEndpoint(receiver.url('/'));
        const ledger = new Ledger();
        const end = new AbortController();
        const load = client.createCustomers(
          { concurrency: 8, pauseMs: 10, signal: end.signal, persistent: true },
          ledger,
        );
        await eventually(() => (ledger.acknowledged.size >= WRITES ? true : null), scaled(30_000, 300_000));
        await through.restart();
        const restartedAt = performance.now();
        const acknowledged = ledger.acknowledged.size;
        await eventually(() => (ledger.acknowledged.size > acknowledged + 50 ? true : null), RECOVERY_MS);
        reportFigures('restart of PgBouncer', {
          recoveredMs: performance.now() - restartedAt,
          answers: Object.fromEntries(ledger.answers),
        });
        end.abort();
        await load;
        expect(ledger.statuses.filter((it) => it !== 201 && it !== 503)).toEqual([]);
        expect([ledger.bare503, ledger.unacknowledged.size]).toEqual([0, 0]);
        const rows = await database.query<{ external_id: string }>(
          'SELECT external_id FROM customers WHERE organization_id = $1',
          [client.organizationId],
        );
        const present = new Set(rows.map((it) => it.external_id));
        expect([...ledger.acknowledged.keys()].filter((it) => !present.has(it))).toEqual([]);
        const delivered = () => new Set(receiver.arrivals.map((it) => it.deliveryId)).size;
        await eventually(() => (delivered() >= ledger.acknowledged.size ? true : null), 30_000);
        await expectDeleted(await ApiClient.signUp(api.url)); // both processes listen again
      },
      scaled(120_000, 600_000),
    );
  });

  it.each(['transaction', 'statement'])('pool_mode = %s is refused at the start', async (mode) => {
    bouncer = await startBouncer([`pool_mode = ${mode}`, 'default_pool_size = 4']);
    await expect(awaitServer(bouncer.url)).rejects.toThrow(SessionPoolingError);
    const service = ServiceProcess.launch({ role: 'all', databaseUrl: bouncer.url, mayEnd: true });
    expect((await service.exited).code).toBe(1);
    expect(service.log).toContain('set pool_mode = session');
  });

  it('pool_mode = transaction is refused while others use the pool', async () => {
    const { url } = await startBouncer(['pool_mode = transaction', 'default_pool_size = 4']);
    const others = new Pool({ connectionString: url, max: 8 });
    let ended = false;
    const busy = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (!ended) await others.query('SELECT pg_sleep(random() * 0.005)');
      }),
    );
    try {
      for (let n = 0; n < 20; n++) await expect(awaitServer(url)).rejects.toThrow(SessionPoolingError);
    } finally {
      ended = true;
      await busy;
      await others.end();
    }
  });
});
