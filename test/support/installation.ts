import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { schema } from '../../src/bootstrap/schema';
import { startService } from '../../src/bootstrap/start';
import { loadConfig } from '../../src/platform/config/config';
import { migrate } from '../../src/platform/database/migrate';
import { withDatabase } from './test-database';

const PASSWORD = 'secret';

/** The organization of NEW_ORGANIZATION. */
export const ORGANIZATION = randomUUID();
export const NEW_ORGANIZATION = `INSERT INTO organizations (id, name, default_currency, timezone, created_at, updated_at)
  VALUES ('${ORGANIZATION}', 'Acme', 'EUR', 'UTC', now(), now())`;

/** As pg_restore leaves a database where the roles did not exist. */
export const WITHOUT_POLICIES = `
  DO $$
  DECLARE
    statement text;
  BEGIN
    FOR statement IN
      SELECT format('DROP POLICY %I ON %s', polname, polrelid::regclass) FROM pg_policy
      UNION ALL
      SELECT format('REVOKE ALL ON %s FROM %I', t.oid::regclass, rolname)
        FROM pg_class AS t, pg_roles WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
         AND rolname LIKE 'billing\\_%' AND has_table_privilege(rolname, t.oid, 'SELECT') AND NOT rolsuper
    LOOP
      EXECUTE statement;
    END LOOP;
  END $$`;

/** Starts and stops a worker in production as a login; returns the notes of its start. */
export async function serve(url: string, env: Record<string, string> = {}): Promise<readonly string[]> {
  const service = await startService(
    loadConfig({
      NODE_ENV: 'production',
      ROLE: 'worker',
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: '8',
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ...env,
    }),
  );
  await service.stop();
  return service.notes;
}

/** An installation on the shared server as an administrator sets it up: a database with an owner that is no superuser. */
export class Installation {
  readonly database = `installation_${randomBytes(6).toString('hex')}`;
  readonly owner = `${this.database}_owner`;
  readonly service = `${this.database}_service`;

  private constructor(readonly admin: Client) {}

  /** @param attributes of the owner: CREATEROLE, or NOCREATEROLE if an administrator creates the roles */
  static async create(attributes = 'CREATEROLE'): Promise<Installation> {
    const admin = new Client({ connectionString: process.env.TEST_SERVER_URL });
    await admin.connect();
    const it = new Installation(admin);
    await admin.query(`CREATE ROLE ${it.owner} LOGIN ${attributes} PASSWORD '${PASSWORD}'`);
    await admin.query(`GRANT ${it.owner} TO CURRENT_USER`); // for the next statement if it is no superuser
    await admin.query(`CREATE DATABASE ${it.database} OWNER ${it.owner}`);
    return it;
  }

  /** The URL of a login, in its database unless another is given. */
  urlOf(login: string, database = this.database): string {
    const url = new URL(withDatabase(process.env.TEST_SERVER_URL ?? '', database));
    url.username = login;
    url.password = PASSWORD;
    return url.toString();
  }

  migrate(database = this.database, service = this.service): Promise<string[]> {
    return migrate(this.urlOf(this.owner, database), schema, this.urlOf(service, database));
  }

  /** Runs statements as a login on a connection of its own, and returns the rows of the last one. */
  async as<Row>(login: string, statements: string, database = this.database): Promise<Row[]> {
    const client = new Client({ connectionString: this.urlOf(login, database) });
    await client.connect();
    try {
      const results = [await client.query(statements)].flat();
      return (results.at(-1)?.rows ?? []) as Row[];
    } finally {
      await client.end();
    }
  }

  /** Names of the roles of a database. */
  async roles(database = this.database): Promise<{ organization: string; service: string }> {
    const { rows } = await this.admin.query<{ oid: number }>(
      'SELECT oid FROM pg_database WHERE datname = $1',
      [database],
    );
    const prefix = `billing_${rows[0]?.oid}`;
    return { organization: `${prefix}_organization`, service: `${prefix}_service` };
  }

  async drop(...clones: string[]): Promise<void> {
    for (const database of [...clones, this.database]) {
      const { organization, service } = await this.roles(database);
      await this.admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      await this.admin.query(`DROP ROLE IF EXISTS ${organization}, ${service}`);
    }
    await this.admin.query(`DROP ROLE IF EXISTS ${this.service}, ${this.owner}`);
    await this.admin.end();
  }
}
