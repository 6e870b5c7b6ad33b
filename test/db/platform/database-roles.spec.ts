import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { schema } from '../../../src/bootstrap/schema';
import { migrate } from '../../../src/platform/database/migrate';
import {
  Installation,
  NEW_ORGANIZATION,
  ORGANIZATION,
  WITHOUT_POLICIES,
  serve,
} from '../../support/installation';
import { withDatabase } from '../../support/test-database';

/** Switches to the role of requests. */
const within = (role: string, organizationId: string): string =>
  `SET ROLE ${role}; SET billing.organization_id = '${organizationId}'`;
const DENIED = /permission denied|must be owner|must be superuser|must have admin option|not have privilege/;

describe('two installations on one server', () => {
  let production: Installation;
  let staging: Installation;

  beforeAll(async () => {
    [production, staging] = [await Installation.create(), await Installation.create()];
    await production.migrate();
    await staging.migrate();
    await production.as(production.service, NEW_ORGANIZATION);
  }, 60_000);
  afterAll(async () => {
    await production.drop();
    await staging.drop();
  });

  it('no login of one can connect to the database of the other', async () => {
    for (const login of [staging.service, staging.owner]) {
      const reading = staging.as(login, 'SELECT FROM organizations', production.database);
      await expect(reading).rejects.toThrow('permission denied for database');
    }
  });

  it('a login that may connect nevertheless reads nothing, and cannot switch to the roles of the other', async () => {
    const { admin } = staging;
    await admin.query(`GRANT CONNECT ON DATABASE ${production.database} TO ${staging.service}`);
    const { organization, service } = await production.roles();
    const own = await staging.roles();
    for (const attack of [
      'SELECT FROM public.organizations',
      `${within(organization, ORGANIZATION)}; SELECT FROM organizations`,
      `SET ROLE ${service}; SELECT FROM organizations`,
      `${within(own.organization, ORGANIZATION)}; SELECT FROM public.organizations`,
      `GRANT ${organization} TO ${staging.service}`,
    ]) {
      await expect(staging.as(staging.service, attack, production.database)).rejects.toThrow(DENIED);
    }
  });

  it('the owner of one cannot take on the roles of the other', async () => {
    const { organization, service } = await production.roles();
    const [row] = await staging.as<{ members: boolean }>(
      staging.owner,
      `SELECT pg_has_role('${organization}', 'MEMBER') OR pg_has_role('${service}', 'MEMBER') AS members`,
    );
    expect(row).toEqual({ members: false });
  });
});

describe('the run-time login', () => {
  let installation: Installation;
  const clone = `clone_${randomBytes(6).toString('hex')}`;
  const group = `${clone}_group`;

  beforeAll(async () => {
    installation = await Installation.create();
    await installation.migrate();
    await installation.as(installation.service, NEW_ORGANIZATION);
  }, 60_000);
  afterAll(() => installation.drop(clone));

  it.each([
    'CREATE TABLE mine ()',
    'CREATE TEMPORARY TABLE mine ()',
    'CREATE SCHEMA mine',
    'ALTER TABLE customers DISABLE ROW LEVEL SECURITY',
    'DROP POLICY organization ON customers',
    'CREATE POLICY mine ON customers USING (true)',
    'ALTER TABLE audit_log DISABLE TRIGGER append_only',
    'CREATE OR REPLACE FUNCTION is_organization_deleting(organization uuid) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$',
    'TRUNCATE customers',
    `UPDATE audit_log SET operation = ''`,
    `INSERT INTO migrations (timestamp, name) VALUES (1, 'Forged')`,
    `SELECT confine_to_organization('test_clock')`,
    `COPY customers TO PROGRAM 'cat'`,
    'SET session_replication_role = replica',
    'CREATE ROLE mine',
  ])('may not %s', async (statement) => {
    await expect(installation.as(installation.service, statement)).rejects.toThrow(DENIED);
  });

  it('may not become the owner', async () => {
    const becoming = installation.as(installation.service, `SET ROLE ${installation.owner}`);
    await expect(becoming).rejects.toThrow(DENIED);
  });

  it('has the rights to tables of later migrations, and sees their rows confined', async () => {
    const { owner, service } = installation;
    await installation.as(
      owner,
      `CREATE TABLE later (organization_id uuid, id serial); SELECT confine_to_organization('later');
       CREATE TABLE unconfined (id serial)`,
    );
    await installation.as(service, 'INSERT INTO unconfined DEFAULT VALUES');
    const other = randomUUID();
    const insert = `INSERT INTO later (organization_id) VALUES ('${ORGANIZATION}'), ('${other}')`;
    expect(await installation.as(service, `${insert} RETURNING id`)).toHaveLength(2);
    const { organization } = await installation.roles();
    const confine = within(organization, ORGANIZATION);
    expect(await installation.as(service, `${confine}; SELECT id FROM later`)).toEqual([{ id: 1 }]);
    await expect(installation.as(service, `${confine}; SELECT FROM unconfined`)).rejects.toThrow(DENIED);
    await installation.as(owner, 'DROP TABLE later, unconfined');
  });

  it('serves in production; a renamed database keeps its roles', async () => {
    const { admin, database, service } = installation;
    expect(await serve(installation.urlOf(service))).toEqual([]);
    const renamed = `${database}_renamed`;
    await admin.query(`ALTER DATABASE ${database} RENAME TO ${renamed}`);
    try {
      expect(await serve(installation.urlOf(service, renamed))).toEqual([]);
    } finally {
      await admin.query(`ALTER DATABASE ${renamed} RENAME TO ${database}`);
    }
  });

  it('is refused in production if it owns the tables, may become their owner, or may more than it needs', async () => {
    const { admin, database, owner, service } = installation;
    const serving = () => serve(installation.urlOf(service));
    await expect(serve(installation.urlOf(owner))).rejects.toThrow(/owns the tables.*MIGRATION_DATABASE_URL/);
    const server = new Client({
      connectionString: withDatabase(process.env.TEST_SERVER_URL ?? '', database),
    });
    await server.connect();
    await server.query(
      `CREATE ROLE ${group}; GRANT ${group} TO ${service}; ALTER TABLE test_clock OWNER TO ${group}`,
    );
    await expect(serving()).rejects.toThrow('may become their owner');
    await server.query(
      `ALTER TABLE test_clock OWNER TO ${owner}; DROP OWNED BY ${group}; DROP ROLE ${group}`,
    );
    await server.end();
    await admin.query(`ALTER ROLE ${service} CREATEROLE`);
    await expect(serving()).rejects.toThrow('may create roles');
    await admin.query(`ALTER ROLE ${service} NOCREATEROLE SUPERUSER`);
    await expect(serving()).rejects.toThrow('is a superuser');
    await admin.query(`ALTER ROLE ${service} NOSUPERUSER`);
    await admin.query(`GRANT CREATE ON DATABASE ${database} TO ${service}`);
    await expect(serving()).rejects.toThrow('may create objects');
    await admin.query(`REVOKE CREATE ON DATABASE ${database} FROM ${service}`);
    expect(await serving()).toEqual([]);
  });

  it('may be the owner outside production, with a note', async () => {
    const { owner } = installation;
    await migrate(installation.urlOf(owner), schema);
    const [note] = await serve(installation.urlOf(owner), { NODE_ENV: 'development' });
    expect(note).toContain('owns the tables or the database, or may become their owner');
  });

  it('without memberships is told to migrate, not that migrations are missing', async () => {
    const { admin, owner, service } = installation;
    const roles = await installation.roles();
    await installation.as(owner, `REVOKE ${roles.service} FROM ${service}`);
    await admin.query(`GRANT CONNECT ON DATABASE ${installation.database} TO ${service}`);
    const problem = /lacks rights in this database. Run "npm run migrate"/;
    await expect(serve(installation.urlOf(service))).rejects.toThrow(problem);
    await installation.migrate();
    await installation.as(owner, `REVOKE ${roles.organization} FROM ${service}`);
    await expect(serve(installation.urlOf(service))).rejects.toThrow(problem);
    await installation.migrate();
    expect(await serve(installation.urlOf(service))).toEqual([]);
  });

  it('of a clone is refused until the clone is migrated, which gives it roles of its own', async () => {
    const { admin, database, owner, service } = installation;
    await admin.query(`CREATE DATABASE ${clone} TEMPLATE ${database} OWNER ${owner}`);
    await expect(serve(installation.urlOf(service, clone))).rejects.toThrow('a clone or a restored copy');
    const other = `${clone}_service`;
    await admin.query(`CREATE ROLE ${other} LOGIN PASSWORD 'secret'`);
    try {
      await installation.migrate(clone, other);
      expect(await serve(installation.urlOf(other, clone))).toEqual([]);
      await expect(serve(installation.urlOf(service, clone))).rejects.toThrow(
        'permission denied for database',
      );
      await admin.query(`GRANT CONNECT ON DATABASE ${clone} TO ${service}`);
      const reading = installation.as(service, 'SELECT FROM public.organizations', clone);
      await expect(reading).rejects.toThrow(DENIED);
      expect(await serve(installation.urlOf(service))).toEqual([]);
    } finally {
      await admin.query(`DROP DATABASE ${clone} WITH (FORCE)`);
      await admin.query(`DROP ROLE ${other}`);
    }
  });

  it('of a copy that was restored without policies and privileges works once it is migrated', async () => {
    const { owner, service } = installation;
    await installation.as(owner, WITHOUT_POLICIES);
    await expect(serve(installation.urlOf(service))).rejects.toThrow('Run "npm run migrate"');
    await installation.migrate();
    expect(await serve(installation.urlOf(service))).toEqual([]);
    const { organization } = await installation.roles();
    for (const [id, rows] of [
      [ORGANIZATION, 1],
      [randomUUID(), 0],
    ] as const) {
      const seen = await installation.as(service, `${within(organization, id)}; SELECT FROM organizations`);
      expect(seen).toHaveLength(rows);
    }
  });
});
