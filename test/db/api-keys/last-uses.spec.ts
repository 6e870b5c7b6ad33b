import { Client } from 'pg';
import { ApiKeysRepository } from '../../../src/modules/api-keys/api-keys.repository';
import { Transactions } from '../../../src/platform/database/transactions';
import { untilLockWait } from '../../support/lock-waits';
import { startTestApp, type TestApp } from '../../support/test-app';

interface KeyRow {
  organization_id: string;
  id: string;
  last_used_at: Date | null;
}

const KEYS = 'SELECT organization_id, id, last_used_at FROM api_keys ORDER BY organization_id, id';

describe('last uses of API keys', () => {
  let app: TestApp;
  let blocker: Client;

  beforeAll(async () => {
    app = await startTestApp({ ROLE: 'api' });
    blocker = new Client({ connectionString: app.database.url });
    await blocker.connect();
    for (let made = 0; made < 5; made++) await app.anOrganization();
  });
  afterAll(async () => {
    await blocker.end();
    await app.stop();
  });

  it('are written in key order, so that two instances do not deadlock', async () => {
    const repository = app.app.get(ApiKeysRepository, { strict: false });
    const { reader } = app.app.get(Transactions, { strict: false });
    const keys = await app.database.query<KeyRow>(KEYS);
    const at = new Date('2030-01-01T00:00:00Z');
    const uses = keys.map((it) => ({ organizationId: it.organization_id, id: it.id, at }));
    const [first, ...others] = keys.map((it) => it.id);
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM api_keys WHERE id = $1 FOR UPDATE', [first]);

    const saved = repository.saveLastUses(reader, uses.reverse());
    await untilLockWait(app.database, '%last_used_at%');
    // The statement waits for the first key and must not have locked the others yet.
    await blocker.query('SELECT FROM api_keys WHERE id = ANY ($1) FOR UPDATE NOWAIT', [others]);
    await blocker.query('COMMIT');
    await saved;
    const after = await app.database.query<KeyRow>(KEYS);
    expect(after.map((it) => it.last_used_at)).toEqual(keys.map(() => at));
  });
});
