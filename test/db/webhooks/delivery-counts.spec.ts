import { newId } from '../../../src/platform/domain/id';
import { OutboxRepository } from '../../../src/platform/outbox/outbox.repository';
import { toOutboxEvent } from '../../../src/platform/outbox/outbox-event';
import { Transactions } from '../../../src/platform/database/transactions';
import { RetentionService } from '../../../src/modules/webhooks/retention.service';
import { WebhooksRepository } from '../../../src/modules/webhooks/webhooks.repository';
import { anEndpoint } from '../../support/builders';
import { aQueue, outcomeOf } from '../../support/delivery-worker';
import { isLong } from '../../support/long-form';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';

const HOUR_MS = 3_600_000;
const HOURS = 24 * 5;
const LIST = '/v1/webhook_endpoints/hooks/list';

interface Delivery {
  id: string;
  created_at: string;
  updated_at: string;
  status: string;
}

/** One delivery per hour for five days: three of every six succeeded, one failed, one awaits a retry, one is new. */
describe('listing and counting deliveries', () => {
  const app = useTestApp({ ROLE: 'api', RETENTION_DAYS: '2' }); // no worker runs; the tests claim deliveries themselves
  let acme: TestOrganization;
  let all: Delivery[];
  const firstAt = Math.floor(Date.now() / HOUR_MS - HOURS) * HOUR_MS + 1234;

  beforeAll(async () => {
    acme = await app.anOrganization();
    await write((await anEndpoint(acme)).id);
    all = await list();
  });

  const get = <T>(type: abstract new (...args: never[]) => T): T => app.app.get(type, { strict: false });

  const list = async (query = ''): Promise<Delivery[]> =>
    (await acme.get(`${LIST}?limit=1000${query}`).expect(200)).body as Delivery[];

  const total = async (query: string): Promise<number> =>
    Number((await acme.get(`${LIST}?limit=1${query}`).expect(200)).headers['x-total-count']);

  /** Inserts the deliveries as the service does, and records outcomes for most. */
  async function write(endpointId: string): Promise<void> {
    const about = { kind: 'customer.created', objectType: 'customer', organizationId: acme.id };
    const deliveries = Array.from({ length: HOURS }, (_, hour) => {
      const at = new Date(firstAt + hour * HOUR_MS);
      const event = toOutboxEvent({ ...about, objectId: newId(), object: {} }, newId(at), 1, at);
      return { event, id: newId(at), endpointId };
    });
    await get(Transactions).run(async (tx) => {
      await get(OutboxRepository).insert(
        tx,
        deliveries.map((it) => it.event),
      );
      await get(WebhooksRepository).insertDeliveries(tx, deliveries, 0);
    });
    const queue = aQueue(app);
    const claims = await queue.claim([{ organizationId: acme.id, endpointId, quota: HOURS }]);
    await queue.release(claims.filter((_, index) => index % 6 === 5));
    await queue.record(
      claims.flatMap((it, index) => {
        if (index % 6 === 5) return [];
        return outcomeOf({ ...it, maxRetries: index % 6 === 4 ? 1 : 0 }, index % 6 < 3 ? 200 : 500);
      }),
    );
  }

  const spans = (): [string, string][] => {
    const hours = isLong ? [1, 5, 24, 30, 47, 49, 72, 90, 119] : [1, 30, 49, 72, 119];
    const bounds = hours.map((hour) => firstAt + hour * HOUR_MS);
    const midnights = bounds.map((ms) => Math.floor(ms / (24 * HOUR_MS)) * 24 * HOUR_MS);
    const instants = [...new Set([...bounds, ...midnights])].map((ms) => new Date(ms).toISOString());
    return [
      ...instants.flatMap((it): [string, string][] => [
        [it, ''],
        ['', it],
      ]),
      ...instants.flatMap((from) =>
        instants.filter((to) => to > from).map((to): [string, string] => [from, to]),
      ),
    ];
  };

  async function compare(): Promise<void> {
    for (const status of ['', 'succeeded', 'failed', 'pending']) {
      for (const [from, to] of spans()) {
        const expected = all.filter(
          (it) =>
            (from === '' || it.created_at >= from) &&
            (to === '' || it.created_at < to) &&
            (status === '' || it.status === status),
        );
        const query = Object.entries({ created_after: from, created_before: to, status })
          .filter(([, value]) => value !== '')
          .map(([name, value]) => `&${name}=${value}`);
        expect([query.join(''), await total(query.join(''))]).toEqual([query.join(''), expected.length]);
      }
    }
  }

  it('counts are exact for any creation time range and status', async () => {
    expect(all).toHaveLength(HOURS);
    expect(new Set(all.map((it) => it.status))).toEqual(new Set(['succeeded', 'failed', 'pending']));
    await compare();
  }, 60_000);

  it('counts remain exact after retention deletes old deliveries', async () => {
    await get(RetentionService).run();
    const [left] = await app.database.query<{ empty: string; days: string }>(
      `SELECT count(*) FILTER (WHERE succeeded = 0 AND failed = 0) AS empty, count(*) AS days FROM webhook_delivery_counts`,
    );
    expect(left?.empty).toBe('0');
    expect(Number(left?.days)).toBeGreaterThan(0);
    const before = all.length;
    all = await list();
    expect(all.length).toBeLessThan(before / 2 + HOURS / 3);
    await compare();
  }, 60_000);

  it.each(['asc', 'desc'])(
    'new, waiting, failed and succeeded deliveries are ordered by updated_at:%s',
    async (direction) => {
      const items = await list(`&order_by=updated_at:${direction}`);
      const sorted = all.toSorted((a, b) => (a.updated_at + a.id < b.updated_at + b.id ? -1 : 1));
      expect(items).toEqual(direction === 'asc' ? sorted : sorted.toReversed());
      for (const status of ['succeeded', 'failed', 'pending'])
        expect(await list(`&order_by=updated_at:${direction}&status=${status}`)).toEqual(
          items.filter((it) => it.status === status),
        );
    },
  );
});
