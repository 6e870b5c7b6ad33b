import { Client } from 'pg';
import { schema } from '../../../src/bootstrap/schema';
import { migrate } from '../../../src/platform/database/migrate';
import { AdministratorNeededError } from '../../../src/platform/database/roles/create-roles';
import { SERVER_WIDE_ROLE } from '../../../src/platform/database/roles/role-names';
import {
  Installation,
  NEW_ORGANIZATION,
  ORGANIZATION,
  WITHOUT_POLICIES,
  serve,
} from '../../support/installation';

describe('an owner that may not create roles', () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await Installation.create('NOCREATEROLE');
  });
  afterAll(() => installation.drop());

  it('is told the statements for an administrator, after which migrating works', async () => {
    const { admin, owner, service } = installation;
    const roles = await installation.roles();
    const failure: unknown = await installation.migrate().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AdministratorNeededError);
    const { statements, message } = failure as AdministratorNeededError;
    expect(message).not.toContain('secret');
    expect(statements.slice(0, 3)).toEqual([
      `CREATE ROLE ${roles.organization} NOLOGIN`,
      `CREATE ROLE ${roles.service} NOLOGIN`,
      `CREATE ROLE ${service} LOGIN PASSWORD '<the password in DATABASE_URL>'`,
    ]);
    expect(await installation.as(owner, 'SELECT FROM pg_tables WHERE schemaname = current_schema()')).toEqual(
      [],
    );
    for (const it of statements) await admin.query(it.replace('<the password in DATABASE_URL>', 'secret'));
    expect(await installation.migrate()).toHaveLength(schema.migrations.length);
    expect(await serve(installation.urlOf(service))).toEqual([]);
  }, 60_000);
});

describe('a database of a release with one role for the whole server', () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await Installation.create();
    const { admin, owner, database } = installation;
    await migrate(installation.urlOf(owner), schema);
    await admin.query(
      `DO $$ BEGIN CREATE ROLE ${SERVER_WIDE_ROLE}; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    );
    await admin.query(`GRANT ${SERVER_WIDE_ROLE} TO ${owner}`);
    await admin.query(`GRANT CONNECT ON DATABASE ${database} TO PUBLIC`);
    await installation.as(owner, `${WITHOUT_POLICIES}; ${SERVER_WIDE_POLICIES}; ${NEW_ORGANIZATION}`);
  }, 60_000);
  afterAll(() => installation.drop());

  it('keeps the processes of that release working while it is migrated, and shuts them out afterwards', async () => {
    const { owner, service } = installation;
    const earlier = new Client({
      connectionString: installation.urlOf(owner),
      application_name: 'billing-api',
    });
    await earlier.connect();
    const request = `BEGIN; SET LOCAL ROLE ${SERVER_WIDE_ROLE}; SET LOCAL billing.organization_id = '${ORGANIZATION}'`;
    const found = async (): Promise<number | null> => {
      await earlier.query(request);
      const { rowCount } = await earlier.query('SELECT FROM organizations').catch(() => ({ rowCount: null }));
      await earlier.query('ROLLBACK');
      return rowCount;
    };
    expect(await found()).toBe(1);
    await installation.migrate();
    expect(await found()).toBe(1);
    expect(await serve(installation.urlOf(service))).toEqual([]);
    await earlier.query(`SET application_name = 'replaced'`);
    await installation.migrate();
    expect(await found()).toBeNull();
    await earlier.end();
    expect(await serve(installation.urlOf(service))).toEqual([]);
  }, 60_000);
});

/** As the row security of that release has left it. */
const SERVER_WIDE_POLICIES = `
  DO $$
  DECLARE
    target record;
  BEGIN
    FOR target IN SELECT oid::regclass AS name, CASE relname WHEN 'organizations' THEN 'id' ELSE 'organization_id' END AS key
                    FROM pg_class WHERE relrowsecurity LOOP
      EXECUTE format('CREATE POLICY organization ON %s TO ${SERVER_WIDE_ROLE} '
        'USING (%s = (SELECT current_setting(''billing.organization_id'')::uuid))', target.name, target.key);
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO ${SERVER_WIDE_ROLE}', target.name);
    END LOOP;
    GRANT USAGE ON SCHEMA public TO ${SERVER_WIDE_ROLE};
  END $$`;
