import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/platform/database/data-source-options';
import { migrate } from '../../../src/platform/database/migrate';
import { lacksRights } from '../../../src/platform/database/pg-errors';
import { assertRowSecurity } from '../../../src/platform/database/row-security';
import { Transactions, type Transaction } from '../../../src/platform/database/transactions';
import { schema } from '../../../src/schema';
import { aCustomer } from '../../support/builders';
import { startTestApp, type TestApp } from '../../support/test-app';
import { withDatabase } from '../../support/test-database';

interface OwnerRow {
  organization_id: string;
}

const ALL = 'SELECT DISTINCT organization_id FROM customers ORDER BY 1';
const NEW_KEY = `INSERT INTO api_keys (organization_id, id, name, key_prefix, key_hash, status, created_at, updated_at)
  VALUES ($1, gen_random_uuid(), 'k', 'p', gen_random_uuid()::text, 'active', now(), now())`;

describe('row security', () => {
  let app: TestApp;
  let transactions: Transactions;
  let ours: string;
  let theirs: string;

  beforeAll(async () => {
    app = await startTestApp({ ROLE: 'api' });
    transactions = app.app.get(Transactions, { strict: false });
    const ids: string[] = [];
    for (const externalId of ['one', 'two']) {
      const organization = await app.anOrganization();
      await aCustomer(organization, { external_id: externalId });
      ids.push(organization.id);
    }
    [ours = '', theirs = ''] = ids;
  });
  afterAll(() => app.stop());

  const owners = async (tx: Transaction): Promise<string[]> =>
    (await tx.query<OwnerRow[]>(ALL)).map((it) => it.organization_id);

  it("a query without organization_id returns only rows of the transaction's organization", async () => {
    expect(await transactions.readFor(ours, owners)).toEqual([ours]);
    expect(await transactions.runFor(theirs, owners)).toEqual([theirs]);
    expect((await transactions.run(owners)).sort()).toEqual([ours, theirs].sort());
    expect((await owners(transactions.reader)).sort()).toEqual([ours, theirs].sort());
  });

  it('rows of other organizations cannot be changed, deleted or inserted', async () => {
    await transactions.runFor(ours, async (tx) => {
      await tx.query(`UPDATE customers SET name = 'Changed'`);
      await tx.query('DELETE FROM api_keys');
    });
    const [left] = await app.database.query<{ changed: string; keys: string }>(
      `SELECT (SELECT string_agg(organization_id::text, ',') FROM customers WHERE name = 'Changed') AS changed,
              (SELECT string_agg(organization_id::text, ',') FROM api_keys) AS keys`,
    );
    expect(left).toEqual({ changed: ours, keys: theirs });
    const forging = transactions.runFor(ours, (tx) => tx.query(NEW_KEY, [theirs]));
    await expect(forging).rejects.toThrow('row-level security');
    expect(await forging.catch(lacksRights)).toBe(false); // a defect, not a missing right
    await transactions.runFor(ours, (tx) => tx.query(NEW_KEY, [ours]));
  });

  it("the organizations table shows only the transaction's organization", async () => {
    const found = await transactions.readFor(ours, (tx) =>
      tx.query<object[]>('SELECT id FROM organizations'),
    );
    expect(found).toEqual([{ id: ours }]);
  });

  it('the confinement ends with the commit or rollback of the transaction', async () => {
    await Promise.all(
      Array.from({ length: 32 }, async (_, index) => {
        const work = async (tx: Transaction): Promise<void> => {
          expect(await owners(tx)).toEqual([ours]);
          if (index % 2 === 0) throw new Error('rolled back');
        };
        const ran = index % 4 < 2 ? transactions.runFor(ours, work) : transactions.readFor(ours, work);
        await ran.catch(() => undefined);
        expect(await owners(transactions.reader)).toHaveLength(2);
      }),
    );
  });

  it('a read-only transaction cannot write', async () => {
    const writing = transactions.readFor(ours, (tx) => tx.query(`UPDATE customers SET name = 'Read'`));
    await expect(writing).rejects.toThrow('read-only transaction');
    const nested = transactions.readFor(ours, () => transactions.runFor(ours, owners));
    await expect(nested).rejects.toThrow('cannot enclose one that writes');
  });

  it('a transaction of one organization refuses nested work of another', async () => {
    const seen = await transactions.runFor(ours, async (tx) => {
      await tx.query(`UPDATE customers SET name = 'Within'`);
      return transactions.readFor(ours, (inner) => inner.query<object[]>('SELECT name FROM customers'));
    });
    expect(seen).toEqual([{ name: 'Within' }]);
    for (const work of [
      () => transactions.runFor(theirs, owners),
      () => transactions.readFor(theirs, owners),
      () => transactions.run(owners),
    ]) {
      await expect(transactions.runFor(ours, work)).rejects.toThrow('Work of another organization');
    }
    const fromAJob = transactions.run(() => transactions.runFor(theirs, owners));
    expect((await fromAJob).sort()).toEqual([ours, theirs].sort());
  });

  it('confine() restricts the rest of a job transaction to one organization', async () => {
    await transactions.run(async (tx) => {
      expect(await owners(tx)).toHaveLength(2);
      await transactions.confine(tx, theirs, async () => {
        expect(await owners(tx)).toEqual([theirs]);
      });
      expect(await owners(tx)).toEqual([theirs]);
    });
  });

  it('an organization ID that is not a UUID is refused', async () => {
    const work = transactions.readFor(`${ours}'; RESET ROLE; --`, owners);
    await expect(work).rejects.toThrow('must be a UUID');
  });
});

describe('row security with a database user that is not a superuser', () => {
  const suffix = randomBytes(6).toString('hex');
  const user = `plain_${suffix}`;
  const other = `other_${suffix}`;
  const name = `row_security_${suffix}`;
  const serverUrl = process.env.TEST_SERVER_URL ?? '';
  let admin: Client;

  const as = (login: string): string => {
    const url = new URL(withDatabase(serverUrl, name));
    url.username = login;
    url.password = 'secret';
    return url.toString();
  };
  const check = async (login: string): Promise<void> => {
    const settings = { url: as(login), poolSize: 1, timeoutMs: 10_000, applicationName: 'row-security' };
    const dataSource = await new DataSource(dataSourceOptions(settings, schema)).initialize();
    try {
      await assertRowSecurity(dataSource);
    } finally {
      await dataSource.destroy();
    }
  };

  beforeAll(async () => {
    admin = new Client({ connectionString: serverUrl });
    await admin.connect();
    await admin.query(
      `CREATE ROLE ${user} LOGIN PASSWORD 'secret'; CREATE ROLE ${other} LOGIN PASSWORD 'secret'`,
    );
    // Only a superuser can create a database for a role without being a member of it.
    await admin.query(`GRANT ${user} TO CURRENT_USER`);
    await admin.query(`CREATE DATABASE ${name} OWNER ${user}`);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.query(`DROP ROLE ${user}, ${other}`);
    await admin.end();
  });

  it('migrating fails and names the statements that an administrator must run, and succeeds after they have run', async () => {
    jest.spyOn(console, 'log').mockImplementation(() => undefined); // TypeORM also prints the failure
    await expect(migrate(as(user), schema)).rejects.toThrow(
      `The database user ${user} may not take on the role billing_organization. Have an administrator run: ` +
        `CREATE ROLE billing_organization NOLOGIN; GRANT billing_organization TO ${user};`,
    );
    await admin.query(`GRANT billing_organization TO ${user}`);
    await migrate(as(user), schema);
    await check(user);
  });

  it('starting is refused if the database user is not a member of the role or does not own the tables', async () => {
    await expect(check(other)).rejects.toThrow('does not own the tables');
    await admin.query(`REVOKE billing_organization FROM ${user}`);
    await expect(check(user)).rejects.toThrow('cannot assume the role');
  });
});
