import { DataSource } from 'typeorm';
import { NIL } from 'uuid';
import { migrate } from '../../../src/platform/database/migrate';
import { Deadline, withDeadline } from '../../../src/platform/database/deadline';
import { Transactions, type Transaction } from '../../../src/platform/database/transactions';
import { schema } from '../../../src/schema';
import { gate } from '../../support/gate';
import { useTestApp } from '../../support/use-test-app';

describe('Transactions', () => {
  const app = useTestApp({ ROLE: 'api', DATABASE_TIMEOUT_MS: '3500' });
  let transactions: Transactions;

  beforeAll(async () => {
    transactions = app.app.get(Transactions, { strict: false });
    await app.database.query('CREATE TABLE accounts (id int PRIMARY KEY, balance int)');
    await app.database.query('INSERT INTO accounts VALUES (1, 0), (2, 0)');
  });

  it('both transactions in a deadlock commit, because one of them is retried', async () => {
    let arrived = 0;
    const meeting = gate();
    const move = (from: number, to: number) =>
      transactions.run(async (tx) => {
        await tx.query('UPDATE accounts SET balance = balance - 1 WHERE id = $1', [from]);
        if (++arrived === 2) meeting.open();
        if (arrived <= 2) await meeting.opened;
        await tx.query('UPDATE accounts SET balance = balance + 1 WHERE id = $1', [to]);
      });
    await Promise.all([move(1, 2), move(2, 1)]);
    expect(arrived).toBeGreaterThan(2); // one was retried
    expect(await app.database.query('SELECT sum(balance)::int AS sum FROM accounts')).toEqual([{ sum: 0 }]);
  });

  it.each(['40001', '40P01'])(
    'a transaction that keeps failing with %s is retried three times, then the response is 503',
    async (code) => {
      const organization = await app.anOrganization();
      await app.database.query(`CREATE SEQUENCE tries`); // keeps its value when a transaction rolls back
      await app.database.query(
        `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
         $$ BEGIN PERFORM nextval('tries'); RAISE EXCEPTION 'conflict' USING ERRCODE = '${code}'; END $$`,
      );
      await app.database.query(
        `CREATE TRIGGER fail BEFORE INSERT ON customers FOR EACH ROW EXECUTE FUNCTION fail()`,
      );
      const answer = await organization.post('/v1/customers', { external_id: code });
      const tries = await app.database.query(`SELECT last_value::int AS count FROM tries`);
      await app.database.query('DROP FUNCTION fail CASCADE');
      await app.database.query('DROP SEQUENCE tries');
      expect(answer.status).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(tries).toEqual([{ count: 4 }]);
      await organization.post('/v1/customers', { external_id: code }).expect(201);
    },
  );

  it('afterCommit runs a callback once after the commit and never after a rollback', async () => {
    let calls = 0;
    const callback = (): void => {
      calls++;
    };
    await transactions.run(() => {
      transactions.afterCommit(callback);
      transactions.afterCommit(callback);
      expect(calls).toBe(0);
      return Promise.resolve();
    });
    expect(calls).toBe(1);
    await expect(
      transactions.run(() => {
        transactions.afterCommit(callback);
        return Promise.reject(new Error('rolled back'));
      }),
    ).rejects.toThrow('rolled back');
    expect(calls).toBe(1);
  });

  it('a nested transaction rolls back without the outer one', async () => {
    await transactions.run(async () => {
      await transactions.run((tx) => tx.query('INSERT INTO accounts VALUES (3, 0)'));
      await expect(
        transactions.run(async (tx) => {
          await tx.query('INSERT INTO accounts VALUES (4, 0)');
          throw new Error('inner');
        }),
      ).rejects.toThrow('inner');
    });
    expect(await app.database.query('SELECT id FROM accounts WHERE id > 2')).toEqual([{ id: 3 }]);
  });

  describe('past the deadline of their request', () => {
    const late = <T>(work: () => Promise<T>): Promise<T> =>
      withDeadline(new Deadline(3500, performance.now() - 4000), work);
    let startedAt: number;

    beforeEach(() => {
      startedAt = performance.now();
    });
    afterEach(() => {
      expect(performance.now() - startedAt).toBeLessThan(2500); // 3.5 s without the deadline
    });

    it('a statement fails after a moment', async () => {
      await expect(late(() => transactions.run((tx) => tx.query('SELECT pg_sleep(5)')))).rejects.toThrow(
        'Query read timeout',
      );
      await expect(late(() => transactions.reader.query('SELECT pg_sleep(5)'))).rejects.toThrow('timeout');
    });

    it('a lock wait fails after a moment and keeps the connection', async () => {
      const locked = gate();
      const done = gate();
      const holder = transactions.run(async (tx) => {
        await tx.query('LOCK TABLE customers');
        locked.open();
        await done.opened;
      });
      await locked.opened;
      const read = (tx: Transaction): Promise<unknown> => tx.query('SELECT id FROM customers');
      const waiting = late(() => transactions.readFor(NIL, read));
      await expect(waiting).rejects.toMatchObject({ code: '55P03' });
      done.open();
      await holder;
    });

    it('a wait for a connection fails after a moment, and the connection serves others', async () => {
      const done = gate();
      const held = Array.from({ length: 8 }, gate);
      const holders = held.map((it) =>
        transactions.run(() => {
          it.open();
          return done.opened;
        }),
      );
      await Promise.all(held.map((it) => it.opened));
      await expect(late(() => transactions.reader.query('SELECT 1'))).rejects.toThrow('timeout exceeded');
      done.open();
      await Promise.all(holders);
      await Promise.all(holders.map(() => transactions.reader.query('SELECT 1')));
    });
  });

  it('statements sent together with one that fails report its failure', async () => {
    const reasons: unknown[] = [];
    const work = transactions.run(async (tx) => {
      const sent = [tx.query('SELECT 1 / 0'), tx.query('SELECT 1'), tx.query('SELECT 2')];
      for (const it of await Promise.allSettled(sent)) if (it.status === 'rejected') reasons.push(it.reason);
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(reasons.map((it) => (it as Error).message)).toEqual(Array(3).fill('division by zero'));
    await transactions.run((tx) => tx.query('SELECT 1')); // the connection is usable
  });

  it('concurrent migration runs apply each migration once', async () => {
    const dataSource = app.app.get(DataSource);
    await dataSource.query('DROP SCHEMA public CASCADE');
    await dataSource.query('CREATE SCHEMA public');
    const applied = await Promise.all([migrate(app.database.url, schema), migrate(app.database.url, schema)]);
    expect(applied.flat().sort()).toEqual(schema.migrations.map((it) => new it().name).sort());
  });

  it('the server cancels a statement half a second after the client stops waiting for it', async () => {
    const [row] = await transactions.reader.query<[{ statement_timeout: string }]>('SHOW statement_timeout');
    expect(row.statement_timeout).toBe('4s'); // DATABASE_TIMEOUT_MS plus half a second
  });
});
