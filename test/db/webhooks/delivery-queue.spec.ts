import { Client } from 'pg';
import { CLAIM, RELEASE_LOST_CLAIM } from '../../../src/modules/webhooks/engine/claim.queries';
import type { DeliveryQueue } from '../../../src/modules/webhooks/engine/delivery-queue';
import { nextStep } from '../../../src/modules/webhooks/webhook.rules';
import { aCustomer, anEndpoint } from '../../support/builders';
import { aQueue, outcomeOf } from '../../support/delivery-worker';
import { untilLockWait } from '../../support/lock-waits';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import type { AttemptBody } from '../../support/wire';

describe('DeliveryQueue', () => {
  const app = useTestApp({ ROLE: 'api' }); // no worker runs; the tests claim deliveries themselves
  let acme: TestOrganization;
  let endpointId: string;
  let mine: DeliveryQueue;
  let theirs: DeliveryQueue;

  const quota = (count: number) => [{ organizationId: acme.id, endpointId, quota: count }];

  const stages = async (): Promise<string[]> =>
    (
      await app.database.query<{ stage: string }>(
        `SELECT CASE WHEN leased_until IS NULL THEN stage ELSE 'leased' END AS stage
           FROM webhook_queue ORDER BY delivery_id`,
      )
    ).map((it) => it.stage);

  /** Makes all leases expire. */
  const expire = async (): Promise<void> => {
    const past = `now() - interval '1 second'`;
    await app.database.query(
      `UPDATE webhook_queue SET leased_until = ${past} WHERE leased_until IS NOT NULL`,
    );
    await app.database.query(`UPDATE webhook_lanes SET check_at = ${past}`);
  };

  beforeEach(async () => {
    await app.database.query('DELETE FROM webhook_queue');
    await app.database.query(`UPDATE webhook_endpoints SET deleted_at = now()`);
    acme = await app.anOrganization();
    ({ id: endpointId } = await anEndpoint(acme, 'http://127.0.0.1:4/never'));
    mine = aQueue(app);
    theirs = aQueue(app);
  });

  const customers = (count: number) => Promise.all(Array.from({ length: count }, () => aCustomer(acme)));

  it('claims each delivery once, with lease, generation and attempt number', async () => {
    await customers(3);
    const first = await mine.claim(quota(2));
    const second = await mine.claim(quota(2));
    expect([first.length, second.length]).toEqual([2, 1]);
    expect(new Set([...first, ...second].map((it) => it.id)).size).toBe(3);
    expect(first[0]).toMatchObject({ generation: 1, attemptNumber: 1, retries: 0, isRetry: false });
    expect(await stages()).toEqual(['leased', 'leased', 'leased']);
  });

  it('leases an endpoint queue to one worker until the lease is released', async () => {
    await customers(3);
    await mine.claim(quota(1));
    expect(await theirs.claim(quota(1))).toEqual([]);
    expect((await theirs.findQueues(10)).queues).toEqual([
      { organizationId: acme.id, endpointId, available: false, isBehind: false },
    ]);
    await mine.releaseAllQueueLeases();
    expect(await theirs.claim(quota(1))).toHaveLength(1);
    expect(await mine.claim(quota(1))).toEqual([]);
  });

  it('claims every delivery with the target of its own endpoint, even when another worker leases one of the queues', async () => {
    const others = [];
    for (const path of ['taken', 'free']) {
      const url = `http://127.0.0.1:4/${path}`;
      others.push((await anEndpoint(acme, url)).id);
    }
    const [taken, free] = others as [string, string];
    const quotas = [endpointId, taken, free].map((id) => ({
      organizationId: acme.id,
      endpointId: id,
      quota: 2,
    }));
    await aCustomer(acme);
    await theirs.claim(quotas.slice(1, 2));
    await aCustomer(acme);
    await aCustomer(acme);
    const claimed = await mine.claim(quotas);
    const targets = await app.database.query<{ id: string; sealed: string }>(
      `SELECT id, sealed_secret AS sealed FROM webhook_endpoints WHERE organization_id = $1`,
      [acme.id],
    );
    const sealedOf = (id: string) => targets.find((it) => it.id === id)?.sealed;
    expect(claimed.map((it) => [it.endpointId, it.target.url, it.target.sealedSecret]).sort()).toEqual(
      [
        ...Array<string[]>(2).fill([endpointId, 'http://127.0.0.1:4/never']),
        ...Array<string[]>(2).fill([free, 'http://127.0.0.1:4/free']),
      ]
        .map(([id = '', url = '']) => [id, url, sealedOf(id)])
        .sort(),
    );
    expect(claimed.map((it) => it.id)).toEqual(claimed.map((it) => it.id).sort());
  });

  it('claims nothing for an inactive endpoint', async () => {
    await aCustomer(acme);
    await acme.put(`/v1/webhook_endpoints/${endpointId}`, { status: 'inactive' }).expect(200);
    expect(await mine.claim(quota(1))).toEqual([]);
    await acme.put(`/v1/webhook_endpoints/${endpointId}`, { status: 'active' }).expect(200);
    expect(await mine.claim(quota(1))).toHaveLength(1);
  });

  it('records an outcome once, and only for the generation of its claim', async () => {
    await aCustomer(acme);
    const [stale] = await mine.claim(quota(1));
    if (stale === undefined) throw new Error('no delivery was claimed');
    await expire();
    const [expired] = await theirs.findExpiredLeases();
    if (expired === undefined) throw new Error('no lease has expired');
    const unknown = { success: false, unknown: true, retryAfterSeconds: null };
    const lost = {
      ...expired,
      ...nextStep(expired, unknown),
      httpStatus: null,
      response: null,
      success: false,
      durationMs: null,
      inboxHeaders: null,
      errorMessage: 'outcome_unknown: x',
    };
    expect(await theirs.record([lost])).toBe(1);
    expect(await theirs.record([lost])).toBe(0);
    await mine.releaseAllQueueLeases();
    const [fresh] = await theirs.claim(quota(1));
    if (fresh === undefined) throw new Error('no delivery was claimed again');
    expect(fresh).toMatchObject({
      id: stale.id,
      attemptNumber: 2,
      retries: 0,
      isRetry: false,
      leaseExpirations: 1,
    });
    // The frozen worker resumes: recording its outcome is a no-op, even in one batch with the newer outcome.
    expect(await theirs.record([outcomeOf(stale, 500), outcomeOf(fresh, 200)])).toBe(1);
    const attempts = await acme.get(`/v1/webhook_endpoints/hooks/${stale.id}/delivery_attempts`).expect(200);
    expect(
      (attempts.body as AttemptBody[]).map((it) => [it.attempt_number, it.success, it.duration_ms]),
    ).toEqual([
      [1, false, null],
      [2, true, 12],
    ]);
    expect(await stages()).toEqual([]);
  });

  it('reuses the attempt number of a claim that was released before its attempt started', async () => {
    await aCustomer(acme);
    const claimed = await mine.claim(quota(1));
    await mine.release(claimed);
    const [again] = await mine.claim(quota(1));
    expect(again).toMatchObject({ attemptNumber: 1, generation: 3 });
  });

  it('schedules a retry by the database clock and leaves the delivery pending', async () => {
    await aCustomer(acme);
    const [claimed] = await mine.claim(quota(1));
    if (claimed === undefined) throw new Error('no delivery was claimed');
    await mine.record([outcomeOf(claimed, 500)]);
    const [row] = await app.database.query<{ seconds: string; stage: string }>(
      `SELECT stage, extract(epoch FROM next_attempt_at - now()) AS seconds FROM webhook_queue`,
    );
    expect(row?.stage).toBe('waiting');
    expect(Number(row?.seconds)).toBeGreaterThan(115);
    expect(Number(row?.seconds)).toBeLessThan(120.001); // stored in milliseconds, possibly rounded up
    const stats = await acme.get('/v1/webhook_endpoints/delivery_stats').expect(200);
    expect(stats.body).toEqual([
      { endpoint_id: endpointId, total: 1, succeeded: 0, failed: 0, success_rate: 0 },
    ]);
  });

  it('returns the non-empty queues page by page, then starts over', async () => {
    for (const path of ['b', 'c']) {
      await anEndpoint(acme, `http://127.0.0.1:4/${path}`);
    }
    await aCustomer(acme);
    const pages = [await mine.findQueues(2), await mine.findQueues(2), await mine.findQueues(2)];
    expect(pages.map((it) => [it.queues.length, it.isFirst, it.isLast])).toEqual([
      [2, true, false],
      [1, false, true],
      [2, true, false],
    ]);
    expect(pages[0]?.queues).toEqual(pages[2]?.queues);
    expect(new Set(pages.flatMap((it) => it.queues.map((queue) => queue.endpointId))).size).toBe(3);
  });

  it('finds expired delivery leases, and checks a queue again when its next lease expires', async () => {
    const checkAt = async (): Promise<Date | null | undefined> =>
      (
        await app.database.query<{ at: Date | null }>(
          'SELECT check_at AS at FROM webhook_lanes WHERE webhook_endpoint_id = $1',
          [endpointId],
        )
      )[0]?.at;
    await customers(2);
    const [first, second] = await mine.claim(quota(2));
    if (first === undefined || second === undefined) throw new Error('no delivery was claimed');
    await expire();
    await app.database.query(
      `UPDATE webhook_queue SET leased_until = now() + interval '1 hour' WHERE delivery_id = $1`,
      [second.id],
    );
    expect((await theirs.findExpiredLeases()).map((it) => it.deliveryId)).toEqual([first.id]);
    // An expired lease is found again until the outcome of the delivery is recorded.
    expect((await theirs.findExpiredLeases()).map((it) => it.deliveryId)).toEqual([first.id]);
    await mine.record([outcomeOf(first, 200)]);
    expect(await theirs.findExpiredLeases()).toEqual([]);
    expect((await checkAt())?.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
    await expire();
    expect((await theirs.findExpiredLeases()).map((it) => it.deliveryId)).toEqual([second.id]);
    await mine.record([outcomeOf(second, 200)]);
    await app.database.query(`UPDATE webhook_lanes SET leased_until = now() - interval '1 hour'`);
    expect(await theirs.findExpiredLeases()).toEqual([]);
    expect(await checkAt()).toBeNull();
  });

  it('renews queue leases in the lock order of a claim, so that renewal and claim cannot deadlock', async () => {
    const { id: another } = await anEndpoint(acme, 'http://127.0.0.1:4/another');
    const ids = [endpointId, another].sort();
    const queues = ids.map((id) => ({ organizationId: acme.id, endpointId: id }));
    await mine.claim(queues.map((it) => ({ ...it, quota: 1 })));
    const claiming = new Client({ connectionString: app.database.url });
    await claiming.connect();
    const lock = (id: string | undefined) =>
      claiming.query('SELECT FROM webhook_lanes WHERE webhook_endpoint_id = $1 FOR UPDATE', [id]);
    await claiming.query('BEGIN');
    await lock(ids[0]);
    const renewed = mine.renewQueueLeases([...queues].reverse());
    await untilLockWait(app.database, '%webhook_lanes%');
    await lock(ids[1]); // deadlocks if the renewal holds this lease
    await claiming.query('COMMIT');
    await renewed;
    await claiming.end();
  });

  it('has no index that covers or filters by a column that a claim updates', async () => {
    const indexed = await app.database.query<{ column: string }>(
      `SELECT DISTINCT a.attname AS column FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid
        WHERE i.indrelid = 'webhook_queue'::regclass
          AND (a.attnum = ANY(i.indkey) OR pg_get_expr(i.indpred, i.indrelid) ~ ('\\m' || a.attname || '\\M'))`,
    );
    const columns = indexed.map((it) => it.column);
    expect(columns).toEqual(expect.arrayContaining(['stage', 'open', 'delivery_id']));
    for (const changed of ['leased_until', 'generation', 'attempts']) expect(columns).not.toContain(changed);
  });

  it('uses the partial indexes for claims, releases and due retries', async () => {
    await app.database.query('SET enable_seqscan = off');
    const plan = async (text: string, values: unknown[] = []): Promise<string> =>
      JSON.stringify(await app.database.query(`EXPLAIN (FORMAT JSON) ${text}`, values));
    const claim = await plan(CLAIM.text, [[acme.id], [endpointId], [10], acme.id, 5000, 30000, acme.id]);
    expect(claim).toContain('"Index Name":"webhook_queue_queued"');
    expect(claim).toContain('"Node Type":"Tid Scan"');
    const release = await plan(RELEASE_LOST_CLAIM.text, [[acme.id], [endpointId], [10], acme.id]);
    expect(release).toContain('"Index Name":"webhook_queue_queued"');
    expect(release).toContain('"Node Type":"Tid Scan"');
    expect(
      await plan(`SELECT 1 FROM webhook_queue WHERE stage = 'waiting' AND next_attempt_at <= now()`),
    ).toContain('webhook_queue_waiting');
  });
});
