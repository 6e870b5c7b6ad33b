import { Transactions, type Transaction } from '../../../src/platform/database/transactions';
import { useProvider, useTestApp } from '../../support/use-test-app';

const ALL = 'SELECT DISTINCT organization_id FROM customers ORDER BY 1';

describe('row security', () => {
  const app = useTestApp({ ROLE: 'api' });
  const transactions = useProvider(app, Transactions);
  let ours: string;
  let theirs: string;

  beforeAll(async () => {
    [ours, theirs] = [await anOrganizationWithCustomer('one'), await anOrganizationWithCustomer('two')];
  });

  it('a query without organization_id sees only the organization of the transaction', async () => {
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
    await transactions.runFor(ours, (tx) => tx.query(NEW_KEY, [ours]));
  });

  it('the table of organizations is confined as well', async () => {
    const found = await transactions.readFor(ours, (tx) =>
      tx.query<object[]>('SELECT id FROM organizations'),
    );
    expect(found).toEqual([{ id: ours }]);
  });

  it('the confinement ends with the transaction, committed or not', async () => {
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
    const nested = transactions.readFor(ours, (tx) =>
      transactions.runFor({ organizationId: ours, tx }, owners),
    );
    await expect(nested).rejects.toThrow('read-only transaction cannot enclose');
  });

  it('a transaction encloses only work of its own organization', async () => {
    const seen = await transactions.runFor(ours, async (tx) => {
      await tx.query(`UPDATE customers SET name = 'Within'`);
      return transactions.readFor({ organizationId: ours, tx }, (inner) =>
        inner.query<object[]>('SELECT name FROM customers'),
      );
    });
    expect(seen).toEqual([{ name: 'Within' }]);
    for (const nest of [
      (tx: Transaction) => transactions.runFor({ organizationId: theirs, tx }, owners),
      (tx: Transaction) => transactions.readFor({ organizationId: theirs, tx }, owners),
    ]) {
      await expect(transactions.runFor(ours, nest)).rejects.toThrow('not confined to its organization');
    }
  });

  it('confine() applies to the rest of the transaction of a job', async () => {
    await transactions.run(async (tx) => {
      expect(await owners(tx)).toHaveLength(2);
      await transactions.confine(tx, theirs, async () => {
        expect(await owners(tx)).toEqual([theirs]);
      });
      expect(await owners(tx)).toEqual([theirs]);
    });
  });

  it('an organization id that is not a UUID is refused', async () => {
    const work = transactions.readFor(`${ours}'; RESET ROLE; --`, owners);
    await expect(work).rejects.toThrow('must be a UUID');
  });

  async function owners(tx: Transaction): Promise<string[]> {
    return (await tx.query<OwnerRow[]>(ALL)).map((it) => it.organization_id);
  }

  async function anOrganizationWithCustomer(externalId: string): Promise<string> {
    const organization = await app.anOrganization();
    await organization.post('/v1/customers', { external_id: externalId }).expect(201);
    return organization.id;
  }
});

interface OwnerRow {
  organization_id: string;
}

const NEW_KEY = `INSERT INTO api_keys (organization_id, id, name, key_prefix, key_hash, status, created_at, updated_at)
  VALUES ($1, gen_random_uuid(), 'k', 'p', gen_random_uuid()::text, 'active', now(), now())`;
