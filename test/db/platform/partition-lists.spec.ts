import { randomUUID } from 'node:crypto';
import type supertest from 'supertest';
import { DataSource } from 'typeorm';
import { AuditLogPartitions1764800010000 } from '../../../src/migrations/1764800010000-audit-log-partitions';
import { AuditLog } from '../../../src/platform/audit/audit-log';
import { newId } from '../../../src/platform/domain/id';
import { auditEntries } from '../../support/audited-writes';
import { useOrganization, useTestApp } from '../../support/use-test-app';

const DAY_MS = 24 * 60 * 60 * 1000;
const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
const daysAgo = (days: number, hours = 0): Date =>
  new Date(today.getTime() - days * DAY_MS + (hours * DAY_MS) / 24);

describe('a list over many partitions', () => {
  const app = useTestApp({ ROLE: 'api', DATABASE_POOL_SIZE: '64' });
  const organization = useOrganization(app);
  const DAYS = 28;
  const PER_DAY = 5;

  /** A list over partitions of a day each, some of whose entries share an instant. Returns the ids, newest first. */
  async function fill(): Promise<string[]> {
    const ids: string[] = [];
    for (let day = DAYS; day > 0; day--) {
      const [from, to] = [daysAgo(day), daysAgo(day - 1)];
      const exists = await app.database.query(`SELECT FROM partitions_of('audit_log') WHERE lower = $1`, [
        from,
      ]);
      if (exists.length === 0)
        await app.database.query('SELECT make_partition($1, $2, $3)', ['audit_log', from, to]);
      for (let nth = 0; nth < PER_DAY; nth++) {
        const createdAt = daysAgo(day, Math.floor(nth / 2));
        const id = newId(createdAt);
        await app.database.query(
          `INSERT INTO audit_log (organization_id, id, created_at, actor_type, operation, object_type)
           VALUES ($1, $2, $3, 'system', 'test', 'customer')`,
          [organization.id, id, createdAt],
        );
        ids.unshift(id);
      }
    }
    return ids;
  }

  async function follow(first: string): Promise<string[]> {
    const ids: string[] = [];
    for (let path: string | undefined = first; path !== undefined;) {
      const response: supertest.Response = await organization.get(path).expect(200);
      ids.push(...(response.body as { id: string }[]).map((it) => it.id));
      const next: string | undefined = /<([^>]+)>; rel="next"/.exec(String(response.headers.link))?.[1];
      path = next === undefined ? undefined : next.replace(/^https?:\/\/[^/]+/, '');
    }
    return ids;
  }

  it('has every entry once, in order, in both directions, from any place', async () => {
    const ids = await fill();
    const list = '/v1/audit_log?operation=test';
    expect(await follow(`${list}&limit=7`)).toEqual(ids);
    expect(await follow(`${list}&limit=11&order_by=created_at:asc`)).toEqual([...ids].reverse());
    const skipped = await organization.get(`${list}&skip=101&limit=20`).expect(200);
    expect((skipped.body as { id: string }[]).map((it) => it.id)).toEqual(ids.slice(101, 121));
    expect(skipped.headers['x-total-count']).toBe(String(ids.length));
    const times = `created_after=${daysAgo(20).toISOString()}&created_before=${daysAgo(3).toISOString()}`;
    expect(await follow(`${list}&${times}&limit=50`)).toEqual(ids.slice(3 * PER_DAY, 20 * PER_DAY));
    const longer = await organization.get(`${list}&limit=30`).expect(200);
    expect((longer.body as { id: string }[]).map((it) => it.id)).toEqual(ids.slice(0, 30));
  });

  it('takes at most 100 locks at a time', async () => {
    await fill();
    const locks: number[] = [];
    const log = app.app.get(AuditLog);
    const transactions = Reflect.get(log, 'transactions') as Pick<AuditLog, never> & {
      readFor: (
        caller: unknown,
        work: (tx: { query: (text: string) => Promise<unknown> }) => Promise<unknown>,
      ) => Promise<unknown>;
    };
    const readFor = transactions.readFor.bind(transactions);
    const spied = jest.spyOn(transactions, 'readFor').mockImplementation((caller, work) =>
      readFor(caller, async (tx) => {
        const result = await work(tx);
        const [row] = (await tx.query(
          'SELECT count(*)::int AS locks FROM pg_locks WHERE pid = pg_backend_pid()',
        )) as [{ locks: number }];
        locks.push(row.locks);
        return result;
      }),
    );
    await organization.get('/v1/audit_log?operation=nothing').expect(200); // looks everywhere
    spied.mockRestore();
    expect(locks.length).toBeGreaterThan(4);
    expect(Math.max(...locks)).toBeLessThanOrEqual(100);
  });

  it('succeeds sixty times at once', async () => {
    await fill();
    const others = await Promise.all(Array.from({ length: 60 }, () => app.anOrganization()));
    const answers = await Promise.all(others.map((it) => it.get(`/v1/audit_log?object_id=${randomUUID()}`)));
    expect(answers.map((it) => it.status)).toEqual(others.map(() => 200));
  });
});

describe('a list over entries from before the partitions', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  const inDays = (days: number): Date => daysAgo(-days);

  /** The id of an entry from before need not have the time of its creation: a test clock was moved. */
  async function anEntry(createdAt: Date, id: string): Promise<string> {
    await app.database.query(
      `INSERT INTO audit_log (organization_id, id, created_at, actor_type, operation, object_type)
       VALUES ($1, $2, $3, 'system', 'test', 'customer')`,
      [organization.id, id, createdAt],
    );
    return id;
  }

  it('finds them in their place, whatever time their ids have', async () => {
    const dataSource = await new DataSource({ type: 'postgres', url: app.database.ownerUrl }).initialize();
    const runner = dataSource.createQueryRunner();
    await new AuditLogPartitions1764800010000().down(runner);
    const old = new Map<number, string>();
    for (const day of [1, 35, 44]) old.set(day, await anEntry(inDays(day), newId()));
    await new AuditLogPartitions1764800010000().up(runner);
    await runner.release();
    await dataSource.destroy();
    const expected: string[] = [];
    for (let day = 31; day < 50; day++) {
      await app.database.query('SELECT make_partition($1, $2, $3)', [
        'audit_log',
        inDays(day),
        inDays(day + 1),
      ]);
      expected.unshift(await anEntry(inDays(day), newId(inDays(day))));
      const older = old.get(day);
      if (older !== undefined) expected.splice(1, 0, older); // a smaller id of the same instant
    }
    expected.push(old.get(1) ?? '');
    for (const limit of [3, 100]) {
      const ids: string[] = [];
      for (let skip = 0; skip < expected.length; skip += limit) {
        const page = await auditEntries(organization, `?operation=test&limit=${limit}&skip=${skip}`);
        ids.push(...page.map((it) => it.id));
      }
      expect(ids).toEqual(expected);
    }
  });
});
