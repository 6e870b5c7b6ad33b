import { CONFIG, type Config } from '../../../src/platform/config/config';
import { CLAIM } from '../../../src/modules/webhooks/engine/claim.queries';
import { DeliveryDatabase } from '../../../src/modules/webhooks/engine/delivery-database';
import type { DeliveryQueue } from '../../../src/modules/webhooks/engine/delivery-queue';
import { aCustomer, anEndpoint } from '../../support/builders';
import { aQueue, outcomeOf } from '../../support/delivery-worker';
import { TcpProxy, throughProxy } from '../../support/tcp-proxy';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';

describe('releasing a claim whose response was lost', () => {
  let app: TestApp;
  let acme: TestOrganization;
  let endpointId: string;
  let proxy: TcpProxy;
  let cut: DeliveryDatabase;
  /** The worker whose connection breaks. */
  let mine: DeliveryQueue;
  let theirs: DeliveryQueue;

  beforeAll(async () => {
    app = await startTestApp({ ROLE: 'api' }); // no worker runs; the tests claim deliveries themselves
    proxy = await TcpProxy.start(app.database.url);
    const config = app.app.get<Config>(CONFIG, { strict: false });
    cut = new DeliveryDatabase(throughProxy(app.database.url, proxy), config);
  });
  afterAll(async () => {
    await cut.onApplicationShutdown();
    await proxy.stop();
    await app.stop();
  });

  const quota = (count: number) => [{ organizationId: acme.id, endpointId, quota: count }];

  /** Makes the next claim of `mine` fail: loses the statement (`request`) or its response (`reply`). */
  const losing = async (lose: 'request' | 'reply', count: number): Promise<void> => {
    const lost = proxy.loseNext(CLAIM.name, lose);
    await expect(mine.claim(quota(count))).rejects.toThrow();
    await lost;
  };

  const leased = async (): Promise<number> => {
    const [row] = await app.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM webhook_queue WHERE leased_until IS NOT NULL',
    );
    return row?.count ?? -1;
  };

  /** Makes all leases expire. */
  const expire = async (): Promise<void> => {
    const earlier = (column: string): string => `${column} = ${column} - interval '1 hour'`;
    await app.database.query(`UPDATE webhook_queue SET ${earlier('leased_until')}`);
    await app.database.query(
      `UPDATE webhook_lanes SET ${earlier('claim_leased_until')}, ${earlier('check_at')}`,
    );
  };

  beforeEach(async () => {
    await app.database.query('DELETE FROM webhook_queue');
    acme = await app.anOrganization();
    ({ id: endpointId } = await anEndpoint(acme, 'http://127.0.0.1:4/never'));
    for (const it of ['a', 'b', 'c']) await aCustomer(acme, { external_id: it });
    mine = aQueue(app, cut);
    theirs = aQueue(app);
  });

  it('happens before the next claim, which reuses the attempt numbers', async () => {
    await losing('reply', 2);
    expect(await leased()).toBe(2);
    const claimed = await mine.claim(quota(3));
    expect(claimed.map((it) => [it.attemptNumber, it.generation])).toEqual([
      [1, 3],
      [1, 3],
      [1, 1],
    ]);
  });

  it('happens before a search for expired leases and at shutdown', async () => {
    await losing('reply', 1);
    await expire();
    expect(await mine.findExpiredLeases()).toEqual([]);
    expect(await leased()).toBe(0);
    await losing('reply', 1);
    await mine.releaseAllQueueLeases();
    expect(await leased()).toBe(0);
  });

  it('works even after the queue lease was renewed or released', async () => {
    await losing('reply', 1);
    await mine.renewQueueLeases(quota(1));
    await mine.releaseQueueLeases(quota(1));
    expect(await mine.claim(quota(3))).toHaveLength(3);
  });

  it('does not release other claims of the same worker', async () => {
    const held = await mine.claim(quota(1));
    await losing('reply', 1);
    const [again] = await mine.claim(quota(1));
    expect(again?.id).not.toBe(held[0]?.id);
    await losing('request', 1);
    expect(await mine.claim(quota(3))).toHaveLength(1);
    expect(
      await mine.record([...held, ...(again === undefined ? [] : [again])].map((it) => outcomeOf(it, 200))),
    ).toBe(2);
  });

  it('does not release claims of the worker that leased the queue before', async () => {
    const held = await theirs.claim(quota(1));
    await theirs.releaseAllQueueLeases();
    await losing('reply', 1);
    expect(await mine.claim(quota(3))).toHaveLength(2);
    expect(await theirs.record(held.map((it) => outcomeOf(it, 200)))).toBe(1);
  });

  it('does not release claims of a worker that has leased the queue since; the lost claim expires', async () => {
    await losing('reply', 1);
    await app.database.query(`UPDATE webhook_lanes SET leased_until = now() - interval '1 second'`);
    const held = await theirs.claim(quota(3));
    expect(held).toHaveLength(2);
    expect(await mine.claim(quota(3))).toEqual([]);
    expect(await theirs.record(held.map((it) => outcomeOf(it, 200)))).toBe(2);
    expect(await leased()).toBe(1);
  });
});
