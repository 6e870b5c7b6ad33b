import { ApiClient } from '../support/api-client';
import { untilNonePending } from '../support/delivery-verdict';
import { reportFigures, scaled } from '../support/fault-scale';
import { ServiceProcess } from '../support/service-process';
import { useFaultStage } from '../support/use-fault-stage';

const ENDPOINTS = 20;
const CUSTOMERS = scaled(20, 100);
/** Enough for the service and its database connections, and for far fewer attempts than there are slots. */
const OPEN_FILES = 96;

const { database, receiver } = useFaultStage();

// Windows has no such limit.
const onPosix = process.platform === 'win32' ? it.skip : it;

onPosix(
  'a worker that runs out of file descriptors delivers everything and spends no retry',
  async () => {
    receiver.respond = () => ({ status: 200, delayMs: 200 });
    const databaseUrl = database.url;
    const api = await ServiceProcess.start({ role: 'api', databaseUrl });
    const client = await ApiClient.signUp(api.url);
    for (let n = 0; n < ENDPOINTS; n++) await client.anEndpoint(receiver.url(`/${n}`));
    await client.createCustomers({ concurrency: 8, count: CUSTOMERS });
    const worker = await ServiceProcess.start({ role: 'worker', databaseUrl, openFiles: OPEN_FILES });
    await untilNonePending(database, client.organizationId, scaled(60_000, 300_000));

    const metrics = await (await fetch(`${worker.url}/metrics`)).text();
    const shortages = Number(/outcome="local_shortage"\} (\d+)/.exec(metrics)?.[1] ?? 0);
    const [attempts] = await database.query<object>(
      `SELECT count(*)::int AS made, count(*) FILTER (WHERE NOT success)::int AS failed, max(retries) AS retries,
              max(attempt_number) AS highest
         FROM webhook_attempts WHERE organization_id = $1`,
      [client.organizationId],
    );
    reportFigures('descriptors', { shortages, ...attempts });
    expect(shortages).toBeGreaterThan(0);
    expect(attempts).toEqual({ made: CUSTOMERS * ENDPOINTS, failed: 0, retries: 0, highest: 1 });
  },
  scaled(120_000, 400_000),
);

onPosix(
  'an API that runs out of file descriptors responds with 503, never 500',
  async () => {
    const api = await ServiceProcess.start({
      role: 'api',
      databaseUrl: database.url,
      env: { DATABASE_POOL_SIZE: '60' },
      openFiles: 64,
    });
    const client = await ApiClient.signUp(api.url);
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        n % 2 === 0
          ? client.request('GET', '/v1/customers')
          : client.request('POST', '/v1/customers', { external_id: `c${n}` }),
      ),
    );
    const statuses = [...new Set(answers.map((it) => it.status))];
    reportFigures('descriptors of an API', { statuses });
    // 0: the connection itself found no descriptor.
    expect(statuses.filter((it) => ![0, 200, 201, 503].includes(it))).toEqual([]);
    expect((await client.request('GET', '/v1/customers')).status).toBe(200);
  },
  60_000,
);
