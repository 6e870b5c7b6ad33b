import { SchedulerRegistry } from '@nestjs/schedule';
import { Client } from 'pg';
import {
  OrganizationRemoval,
  REMOVAL,
} from '../../../src/modules/organizations/deletion/organization-removal';
import { newId } from '../../../src/platform/domain/id';
import { Jobs } from '../../../src/platform/jobs/jobs';
import { aCustomer } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { gate } from '../../support/gate';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import { anEndpoint } from '../../support/webhooks';

const HOUR_MS = 60 * 60 * 1000;
const NEVER = '0 0 1 1 *';
const LOCK = 'SELECT pg_advisory_lock(hashtextextended($1, 0))';

/** Another process, of which the tests see only its locks. */
async function anotherProcess(app: TestApp): Promise<Client> {
  const client = new Client({ connectionString: app.database.ownerUrl });
  await client.connect();
  return client;
}

describe('a job of all organizations', () => {
  let theirs: TestApp;
  let organizations: string[];
  afterAll(() => theirs.stop()); // before the database is dropped
  const mine = useTestApp({ ROLE: 'api' });

  beforeAll(async () => {
    theirs = await startTestApp({ ROLE: 'api' }, mine.database);
    organizations = [];
    for (let n = 0; n < 5; n++) organizations.push((await mine.anOrganization()).id);
  });

  const declare = (app: TestApp, name: string, run: (id: string) => Promise<void>) =>
    app.app
      .get(Jobs, { strict: false })
      .organizationJob({ name, schedule: NEVER, doneWithinMs: HOUR_MS, run });

  it('two processes share a round, and each organization is done once', async () => {
    const [slow, begun] = [gate(), gate()];
    const done: string[] = [];
    const my = declare(mine, 'shared', async (id) => {
      begun.open();
      await slow.opened;
      done.push(id);
    });
    const their = declare(theirs, 'shared', (id) => Promise.resolve(void done.push(id)));
    const running = my.join();
    await begun.opened;
    expect(await their.join()).toBe(4);
    slow.open();
    expect(await running).toBe(1);
    expect([...done].sort()).toEqual(organizations);
    expect(await Promise.all([my.join(), their.join()])).toEqual([0, 0]);
  });

  it('the next round does every organization again', async () => {
    const done: string[] = [];
    const rounds = declare(mine, 'repeated', (id) => Promise.resolve(void done.push(id)));
    await rounds.join();
    await mine.database.query(`UPDATE organization_rounds SET finished_at = now() - interval '61 minutes'`);
    expect(await rounds.join()).toBe(5);
    expect(done).toHaveLength(10);
  });

  it('an organization whose process was killed is done by another one in the same round', async () => {
    const [first = ''] = organizations;
    const rounds = declare(mine, 'interrupted', () => Promise.resolve());
    const killed = await anotherProcess(mine);
    await killed.query(LOCK, [`job:interrupted/${first}`]);
    expect(await rounds.join()).toBe(4);
    await killed.end();
    await eventually(async () => ((await rounds.join()) === 1 ? true : null));
  });

  it('one that fails is not repeated in its round, and does not stop the others', async () => {
    const rounds = declare(mine, 'failing', (id) =>
      id === organizations[1] ? Promise.reject(new Error('cannot be done')) : Promise.resolve(),
    );
    await expect(rounds.join()).rejects.toThrow('cannot be done');
    expect(await declare(theirs, 'failing', () => Promise.resolve()).join()).toBe(0);
  });

  it('two processes remove different organizations at the same time', async () => {
    const removed = await mine.anOrganization();
    const held = await mine.anOrganization();
    const ids = [removed.id, held.id];
    await mine.database.query(`UPDATE organizations SET status = 'deleting' WHERE id = ANY ($1)`, [ids]);
    const other = await anotherProcess(mine);
    await other.query(LOCK, [`job:${REMOVAL}/${held.id}`]);
    const left = () =>
      mine.database.query<{ id: string }>('SELECT id FROM organizations WHERE id = ANY ($1)', [ids]);
    const removal = mine.app.get(OrganizationRemoval, { strict: false });
    await removal.run();
    expect(await left()).toEqual([{ id: held.id }]);
    await other.end();
    await eventually(async () => {
      await removal.run();
      return (await left()).length === 0 ? true : null;
    });
  });
});

describe('a job whose rows are claimed', () => {
  let organization: TestOrganization;
  let other: Client;
  afterAll(() => other.end()); // before the database is dropped
  const app = useTestApp({ RETENTION_DAYS: '30' });

  beforeAll(async () => {
    for (const job of schedules().getCronJobs().values()) void job.stop(); // the tests start them
    organization = await app.anOrganization();
    other = await anotherProcess(app);
  });

  const schedules = (): SchedulerRegistry => app.app.get(SchedulerRegistry, { strict: false });

  /**
   * Runs a job beside another process that holds its lock, if it has one, and one of the rows. Checks that the others are
   * done meanwhile, and that one once it is free.
   */
  async function expectShared(job: string, table: string, rest: string): Promise<void> {
    const count = async () =>
      (
        await app.database.query(`SELECT 1 FROM ${table} WHERE ${rest} AND organization_id = $1`, [
          organization.id,
        ])
      ).length;
    expect(await count()).toBe(3);
    await other.query(LOCK, [`job:${job}`]);
    await other.query('BEGIN');
    await other.query(`SELECT 1 FROM ${table} WHERE ${rest} AND organization_id = $1 LIMIT 1 FOR UPDATE`, [
      organization.id,
    ]);
    void schedules().getCronJob(job).fireOnTick();
    await eventually(async () => ((await count()) === 1 ? true : null));
    await other.query('ROLLBACK');
    void schedules().getCronJob(job).fireOnTick();
    await eventually(async () => ((await count()) === 0 ? true : null));
  }

  it('due retries are queued by several processes at once', async () => {
    const { id: endpoint } = await anEndpoint(organization, 'http://127.0.0.1:4000/', { status: 'inactive' });
    await app.database.query(
      `INSERT INTO webhook_deliveries (organization_id, id, webhook_endpoint_id, webhook_type, object_type, object_id,
                                       max_retries, created_at)
       SELECT $1, id, $2, 'customer.created', 'customer', id, 5, now() FROM unnest($3::uuid[]) AS id`,
      [organization.id, endpoint, [newId(), newId(), newId()]],
    );
    await app.database.query(
      `INSERT INTO webhook_queue (organization_id, delivery_id, webhook_endpoint_id, webhook_type, stage,
                                  next_attempt_at, max_retries, created_at, updated_at)
       SELECT organization_id, id, webhook_endpoint_id, webhook_type, 'waiting', now(), 5, now(), now()
         FROM webhook_deliveries WHERE organization_id = $1`,
      [organization.id],
    );
    await expectShared('webhook-retries', 'webhook_queue', `stage = 'waiting'`);
  });

  it('old calls of providers are deleted by several processes at once', async () => {
    await app.database.query(
      `INSERT INTO provider_calls (organization_id, id, provider, method, path, outcome, created_at)
       SELECT $1, id, 'stripe', 'GET', '/v1/charges', 'answered', now() - interval '31 days' FROM unnest($2::uuid[]) AS id`,
      [organization.id, [newId(), newId(), newId()]],
    );
    await expectShared('provider-call-retention', 'provider_calls', 'true');
  });

  it('messages of old e-mails are deleted by several processes at once', async () => {
    const { id: customer } = await aCustomer(organization);
    await app.database.query(
      `INSERT INTO emails (organization_id, id, kind, state, is_automatic, customer_id, source_id, locale, attempts,
                           completed_at, created_at, updated_at)
       SELECT $1, id, 'invoice', 'sent', false, $2, id, 'en', 1, now(), now(), now() FROM unnest($3::uuid[]) AS id`,
      [organization.id, customer, [newId(), newId(), newId()]],
    );
    await app.database.query(
      `INSERT INTO email_messages (organization_id, email_id, content, created_at)
       SELECT organization_id, id, '', now() - interval '31 days' FROM emails WHERE organization_id = $1`,
      [organization.id],
    );
    await expectShared('email-retention', 'email_messages', 'true');
  });
});
