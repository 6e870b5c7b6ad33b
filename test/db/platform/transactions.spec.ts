import { randomUUID } from 'node:crypto';
import { migrate } from '../../../src/platform/database/migrate';
import { Transactions } from '../../../src/platform/database/transactions';
import { schema } from '../../../src/bootstrap/schema';
import { gate } from '../../support/gate';
import { startTestApp, type TestApp } from '../../support/test-app';
import { grantToRequests } from '../../support/test-database';

describe('Transactions', () => {
  let app: TestApp;
  let transactions: Transactions;

  beforeAll(async () => {
    app = await startTestApp({ ROLE: 'api' });
    transactions = app.app.get(Transactions, { strict: false });
    await app.database.query('CREATE TABLE accounts (id int PRIMARY KEY, balance int)');
    await app.database.query('INSERT INTO accounts VALUES (1, 0), (2, 0)');
  });
  afterAll(() => app.stop());

  it('both sides of a deadlock commit, because one of them is retried', async () => {
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

  it('afterCommit calls back once after the commit and never after a rollback', async () => {
    let calls = 0;
    const callback = (): void => {
      calls++;
    };
    await transactions.run((tx) => {
      transactions.afterCommit(tx, callback);
      transactions.afterCommit(tx, callback);
      expect(calls).toBe(0);
      return Promise.resolve();
    });
    expect(calls).toBe(1);
    await expect(
      transactions.run((tx) => {
        transactions.afterCommit(tx, callback);
        return Promise.reject(new Error('rolled back'));
      }),
    ).rejects.toThrow('rolled back');
    expect(calls).toBe(1);
  });

  it('afterCommit waits for the outermost transaction when asked from a savepoint', async () => {
    const calls: string[] = [];
    await transactions.run(async (tx) => {
      await tx.transaction((savepoint) => {
        transactions.afterCommit(savepoint, () => calls.push('committed'));
        return Promise.resolve();
      });
      expect(calls).toEqual([]);
    });
    expect(calls).toEqual(['committed']);
  });

  it('afterCommit is refused for a transaction that only reads or is over', async () => {
    const organizationId = randomUUID();
    const over = await transactions.readFor(organizationId, (tx) => {
      expect(() => {
        transactions.afterCommit(tx, () => undefined);
      }).toThrow('needs a transaction that writes');
      return Promise.resolve(tx);
    });
    expect(() => {
      transactions.afterCommit(over, () => undefined);
    }).toThrow('needs a transaction that writes');
  });

  it('a use case nests in the transaction of its caller and is rolled back alone', async () => {
    const organizationId = randomUUID();
    await grantToRequests(app.database, 'SELECT, INSERT', 'accounts');
    await transactions.runFor(organizationId, async (tx) => {
      await transactions.runFor({ organizationId, tx }, (inner) =>
        inner.query('INSERT INTO accounts VALUES (3, 0)'),
      );
      const failing = transactions.runFor({ organizationId, tx }, async (inner) => {
        await inner.query('INSERT INTO accounts VALUES (4, 0)');
        throw new Error('inner');
      });
      await expect(failing).rejects.toThrow('inner');
      const seen = transactions.readFor({ organizationId, tx }, (inner) =>
        inner.query('SELECT id FROM accounts WHERE id > 2'),
      );
      expect(await seen).toEqual([{ id: 3 }]);
    });
    expect(await app.database.query('SELECT id FROM accounts WHERE id > 2')).toEqual([{ id: 3 }]);
  });

  it('a caller with the transaction of another organization, or one that is over, is refused', async () => {
    const [ours, theirs] = [randomUUID(), randomUUID()];
    const over = await transactions.runFor(ours, async (tx) => {
      const stranger = transactions.runFor({ organizationId: theirs, tx }, () => Promise.resolve());
      await expect(stranger).rejects.toThrow('not confined to its organization');
      return tx;
    });
    const late = transactions.runFor({ organizationId: ours, tx: over }, () => Promise.resolve());
    await expect(late).rejects.toThrow('a transaction that is over');
  });

  it('a statement that work left behind is refused once the transaction has failed', async () => {
    await app.database.query('INSERT INTO accounts VALUES (5, 0)');
    let late: Promise<unknown> = Promise.resolve();
    const failing = transactions.run((tx) => {
      const write = () => tx.query('UPDATE accounts SET balance = 1 WHERE id = 5');
      late = tx.query('SELECT pg_sleep(0.3)').then(write); // done before the ROLLBACK that is queued behind it
      late.catch(() => undefined);
      return Promise.reject(new Error('gave up'));
    });
    await expect(failing).rejects.toThrow('gave up');
    await expect(late).rejects.toThrow('The transaction is over');
    expect(await app.database.query('SELECT balance FROM accounts WHERE id = 5')).toEqual([{ balance: 0 }]);
  });

  it('two concurrent migrations apply every migration once', async () => {
    await app.database.query('DROP SCHEMA public CASCADE');
    await app.database.query('CREATE SCHEMA public');
    const migrated = () => migrate(app.database.ownerUrl, schema, app.database.url);
    const applied = await Promise.all([migrated(), migrated()]);
    expect(applied.flat().sort()).toEqual(schema.migrations.map((it) => new it().name).sort());
  });

  it('the server cancels a statement shortly after the client stops waiting for it', async () => {
    const [row] = await transactions.reader.query<[{ statement_timeout: string }]>('SHOW statement_timeout');
    expect(row.statement_timeout).toBe('4s'); // half a second after DATABASE_TIMEOUT_MS
  });
});
