import { CLAIM } from '../../src/modules/webhooks/queue/claim.queries';
import { ApiClient } from '../support/api-client';
import { FLAWLESS, judge, untilNonePending } from '../support/delivery-verdict';
import { eventually } from '../support/eventually';
import { ServiceProcess } from '../support/service-process';
import { throughProxy } from '../support/tcp-proxy';
import { useFaultStage } from '../support/use-fault-stage';

const CUSTOMERS = 120;

describe('an outage of the database that outlasts the delivery leases', () => {
  const stage = useFaultStage();
  const { database, receiver } = stage;

  it('does not make the service rescue deliveries of a worker that is alive', async () => {
    receiver.respond = () => ({ status: 200, delayMs: 300 });
    const client = await ApiClient.signUp(
      (await ServiceProcess.start({ role: 'api', databaseUrl: database.url })).url,
    );
    await client.anEndpoint(receiver.url('/outage'));
    const ledger = await client.createCustomers({ concurrency: 8, count: CUSTOMERS });
    const proxy = await stage.startProxy();
    await startWorker(throughProxy(database.url, proxy)); // after the events, so that it claims several times
    // More claims than attempts in flight, whatever is recorded meanwhile.
    await eventually(async () => ((await leases()).held > 20 ? true : null));
    await proxy.loseNext(CLAIM.name, 'reply'); // the worker does not learn what it has just claimed
    proxy.refuse();
    expect((await leases()).held).toBeGreaterThan(10);
    await eventually(async () => {
      const { held, expired } = await leases();
      return expired === held ? true : null;
    });
    proxy.pass();
    await untilNonePending(database, client.organizationId);
    const { arrivals } = receiver;
    const verdict = await judge(database, client.organizationId, { ledger, arrivals, endpoints: 1 });
    expect(verdict).toMatchObject({ ...FLAWLESS, duplicates: 0, unknownAttempts: 0 });
  }, 90_000);

  /** Starts a worker with leases of 2 s, and few slots, so that unrecorded outcomes hold them all. */
  const startWorker = (databaseUrl: string): Promise<ServiceProcess> =>
    ServiceProcess.start({
      role: 'worker',
      databaseUrl,
      env: { WEBHOOK_TIMEOUT_MS: '1000', WEBHOOK_CONCURRENCY: '10' },
    });
  const leases = async (): Promise<{ held: number; expired: number }> => {
    const [row] = await database.query<{ held: number; expired: number }>(
      `SELECT count(*)::int AS held, count(*) FILTER (WHERE leased_until < now())::int AS expired
         FROM webhook_queue WHERE leased_until IS NOT NULL`,
    );
    return row ?? { held: 0, expired: 0 };
  };
});
