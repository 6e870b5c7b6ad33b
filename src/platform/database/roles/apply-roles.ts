import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '../../observability/logger';
import { isRetryableConflict, isStatementFailure } from '../pg-errors';
import type { Queries } from '../reserved-connections';
import { SERVER_WIDE_ROLE, identifier, type DatabaseRoles } from './role-names';

/** A table is altered alone and briefly, so that requests wait for no more than one of them. */
const LOCK_TIMEOUT_MS = 2_000;
const ATTEMPTS = 5;
const PAUSE_MS = 500;

/** Whose rows a transaction of an organization sees; `organizations` has the id itself. */
const condition = (key: string): string =>
  `${key} = (SELECT current_setting('billing.organization_id')::uuid)`;
/** The policy for processes of a release that still switch to the role of the whole server. */
const EARLIER_RELEASE = 'earlier_release';

interface Table {
  /** As an identifier. */
  name: string;
  key: string;
  isConfined: boolean;
  isAppendOnly: boolean;
  /** Whether the service only reads it. */
  isOwners: boolean;
  /** Reached through its table only, whose policies a statement on the partition would not see. */
  isPartition: boolean;
  /** Role by policy. */
  policies: Readonly<Record<string, string>>;
}

/**
 * Gives the roles their privileges on everything in the schema, and takes them from every other role that this service
 * has used: of an earlier release, and of another database if this one is a clone or a restored copy. Changes what
 * differs only. The privileges of later tables are default privileges of the migrating login.
 */
export async function applyRoles(connection: Queries, roles: DatabaseRoles): Promise<void> {
  await new RoleApplication(connection, roles).run();
}

class RoleApplication {
  constructor(
    private readonly connection: Queries,
    private readonly roles: DatabaseRoles,
  ) {}

  async run(): Promise<void> {
    const [{ schema }] = await this.connection.query<[{ schema: string }]>(
      'SELECT quote_ident(current_schema()) AS schema',
    );
    const tables = await this.tables();
    await this.transaction([
      ...this.ofSchema(schema),
      ...tables.flatMap((it) => this.ofTable(it)),
      ...(await this.ofFunctions()),
    ]);
    const isServerWideUsed = tables.some(
      ({ policies }) => policies.organization === SERVER_WIDE_ROLE || EARLIER_RELEASE in policies,
    );
    const isEarlierRunning = isServerWideUsed && (await this.isEarlierReleaseRunning());
    for (const table of tables) await this.alter(this.policiesOf(table, isEarlierRunning));
    if (isEarlierRunning) {
      logger.warn(
        `Processes of an earlier release are connected, so the role ${SERVER_WIDE_ROLE}, which other databases of the server ` +
          'can use, keeps its access. Replace them, then run "npm run migrate" again.',
      );
    }
    await this.expel(schema, isEarlierRunning);
  }

  private tables(): Promise<Table[]> {
    return this.connection.query<Table[]>(
      `SELECT t.oid::regclass::text AS name, relrowsecurity AS "isConfined",
              relname IN ('migrations', 'partitioned_tables') AS "isOwners", relispartition AS "isPartition",
              CASE relname WHEN 'organizations' THEN 'id' ELSE 'organization_id' END AS key,
              EXISTS (SELECT FROM pg_trigger WHERE tgrelid = t.oid AND tgname = 'append_only') AS "isAppendOnly",
              COALESCE((SELECT jsonb_object_agg(polname, pg_get_userbyid(polroles[1]))
                          FROM pg_policy WHERE polrelid = t.oid), '{}') AS policies
         FROM pg_class AS t
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND pg_has_role(relowner, 'USAGE')
        ORDER BY relname = 'organizations', relname`, // a process takes the roles from the table that changes last
    );
  }

  /** Returns who may call the functions that run with the rights of the owner; a restored copy lets anyone call them. */
  private async ofFunctions(): Promise<string[]> {
    const functions = await this.connection.query<{ name: string }[]>(
      `SELECT oid::regprocedure::text AS name FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace AND prosecdef AND pg_has_role(proowner, 'USAGE')`,
    );
    return functions.flatMap(({ name }) => [
      `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`,
      `GRANT EXECUTE ON FUNCTION ${name} TO ${this.roles.service}`,
    ]);
  }

  private ofSchema(schema: string): string[] {
    const { organization, service } = this.roles;
    const defaults = `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT`;
    return [
      `REVOKE ALL ON SCHEMA ${schema} FROM PUBLIC`,
      `GRANT USAGE ON SCHEMA ${schema} TO ${organization}, ${service}`,
      `${defaults} SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${service}`,
      `${defaults} USAGE ON SEQUENCES TO ${organization}, ${service}`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${organization}, ${service}`,
    ];
  }

  private ofTable({ name, isConfined, isAppendOnly, isOwners, isPartition }: Table): string[] {
    const { organization, service } = this.roles;
    if (isPartition) return [`REVOKE ALL ON ${name} FROM ${organization}, ${service}`];
    const statements = [`GRANT SELECT, INSERT, UPDATE, DELETE ON ${name} TO ${service}`];
    if (isConfined) statements.push(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${name} TO ${organization}`);
    if (isOwners) statements.push(`REVOKE INSERT, UPDATE, DELETE ON ${name} FROM ${service}`);
    if (isAppendOnly) {
      statements.push(
        `REVOKE UPDATE ON ${name} FROM ${service}`, // the rows of a deleted organization go
        `REVOKE UPDATE, DELETE ON ${name} FROM ${organization}`,
      );
    }
    return statements;
  }

  /** Returns what makes the policies of a table those of `confine_to_organization`. */
  private policiesOf(
    { name, key, isConfined, isPartition, policies }: Table,
    isEarlierRunning: boolean,
  ): string[] {
    if (!isConfined || isPartition) return [];
    const { organization, service } = this.roles;
    const { organization: confined, service: unconfined } = policies;
    const statements: string[] = [];
    if (confined === undefined)
      statements.push(`CREATE POLICY organization ON ${name} TO ${organization} USING (${condition(key)})`);
    else if (confined !== organization)
      statements.push(`ALTER POLICY organization ON ${name} TO ${organization}`);
    if (unconfined === undefined)
      statements.push(`CREATE POLICY service ON ${name} TO ${service} USING (true)`);
    else if (unconfined !== service) statements.push(`ALTER POLICY service ON ${name} TO ${service}`);
    if (confined === SERVER_WIDE_ROLE && isEarlierRunning)
      statements.push(
        `CREATE POLICY ${EARLIER_RELEASE} ON ${name} TO ${SERVER_WIDE_ROLE} USING (${condition(key)})`,
      );
    if (EARLIER_RELEASE in policies && !isEarlierRunning)
      statements.push(`DROP POLICY ${EARLIER_RELEASE} ON ${name}`);
    return statements;
  }

  /** Their logins may switch to the server-wide role; run-time logins of this release may not. */
  private async isEarlierReleaseRunning(): Promise<boolean> {
    const [{ running }] = await this.connection.query<[{ running: boolean }]>(
      `SELECT EXISTS (SELECT FROM pg_stat_activity
                       WHERE datname = current_database() AND application_name LIKE 'billing-%'
                         AND pg_has_role(usesysid, $1, 'MEMBER')) AS running`,
      [SERVER_WIDE_ROLE],
    );
    return running;
  }

  private async expel(schema: string, isEarlierRunning: boolean): Promise<void> {
    const { organization, service } = this.roles;
    const rows = await this.connection.query<{ role: string }[]>(
      `SELECT DISTINCT rolname AS role FROM pg_namespace, aclexplode(nspacl) AS acl JOIN pg_roles AS r ON r.oid = acl.grantee
        WHERE nspname = current_schema() AND rolname ~ '^billing_(\\d+_(organization|service)|organization)$'
          AND NOT (rolname = ANY ($1))`,
      [[organization, service, ...(isEarlierRunning ? [SERVER_WIDE_ROLE] : [])]],
    );
    const strangers = rows.map((it) => identifier(it.role)).join(', ');
    if (strangers === '') return;
    const defaults = `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} REVOKE ALL ON`;
    await this.transaction([
      `${defaults} TABLES FROM ${strangers}`,
      `${defaults} SEQUENCES FROM ${strangers}`,
      `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${strangers}`,
      `REVOKE ALL ON ALL SEQUENCES IN SCHEMA ${schema} FROM ${strangers}`,
      `REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ${schema} FROM ${strangers}`,
      `REVOKE ALL ON SCHEMA ${schema} FROM ${strangers}`,
    ]);
  }

  /** Alters a table, and tries again if something else holds its lock. */
  private async alter(statements: readonly string[]): Promise<void> {
    if (statements.length === 0) return;
    for (let attempt = 1; ; attempt++) {
      try {
        await this.transaction(statements);
        return;
      } catch (error) {
        if (attempt === ATTEMPTS || !(isStatementFailure(error) || isRetryableConflict(error))) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  private async transaction(statements: readonly string[]): Promise<void> {
    const timeout = `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`;
    await this.connection.query('BEGIN');
    try {
      await this.connection.query([timeout, ...statements].join('; '));
      await this.connection.query('COMMIT');
    } catch (error) {
      await this.connection.query('ROLLBACK');
      throw error;
    }
  }
}
