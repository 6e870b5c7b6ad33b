import type { DataSource } from 'typeorm';
import { NIL } from 'uuid';
import { isDatabaseUnavailable } from '../pg-errors';
import type { Queries } from '../reserved-connections';
import { withinOrganization } from '../row-security';
import { ownRoles, rolesInUse } from './role-names';

/** The run-time login or the roles of the database are not as they must be. */
export class DatabaseRolesError extends Error {}

const REMEDY =
  'Make it another login, which `npm run migrate` creates: set MIGRATION_DATABASE_URL to the present URL and DATABASE_URL to ' +
  'one with a new user and password, run it, and start the service with that DATABASE_URL alone ' +
  '(docs/operations.md#database-logins).';

/**
 * Checks that the login of the service has the rights that it needs, and that row security confines the transactions of
 * an organization. In production it must have no others: it may not own or change the schema, and the roles must be
 * those of this database.
 *
 * @returns what production would refuse, as notes for the start-up message
 * @throws DatabaseRolesError with instructions
 */
export async function assertRoles(dataSource: DataSource, isProduction: boolean): Promise<string[]> {
  const notes = [...(await excessOf(dataSource)), ...(await strangenessOf(dataSource))];
  if (isProduction && notes[0] !== undefined) throw new DatabaseRolesError(notes[0]);
  await assertAccess(dataSource);
  await assertWall(dataSource);
  return notes;
}

/** Checks that the login can read which migrations have run; without the right, none seem to have. */
export async function assertSchemaAccess(connection: Queries): Promise<void> {
  const [{ may }] = await connection.query<[{ may: boolean }]>(
    `SELECT COALESCE(has_schema_privilege(to_regnamespace('public')::oid, 'USAGE'), true)
            AND COALESCE(has_table_privilege(to_regclass('migrations')::oid, 'SELECT'), true) AS may`,
  );
  if (!may) throw new DatabaseRolesError(await missing(connection));
}

async function assertAccess(connection: Queries): Promise<void> {
  const { service } = await rolesInUse(connection);
  const [{ has }] = await connection.query<[{ has: boolean }]>(
    `SELECT has_table_privilege('organizations', 'UPDATE')
            AND (NOT row_security_active('organizations') OR COALESCE(pg_has_role(to_regrole($1), 'USAGE'), false)) AS has`,
    [service],
  );
  if (!has) throw new DatabaseRolesError(await missing(connection));
}

async function assertWall(dataSource: DataSource): Promise<void> {
  const { organization } = await rolesInUse(dataSource);
  const confined = await dataSource
    .transaction(async (tx) => {
      await tx.query(withinOrganization(NIL, organization));
      const [row] = await tx.query<[{ active: boolean }]>(
        `SELECT row_security_active('organizations') AS active`,
      );
      return row.active;
    })
    .catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      return false;
    });
  if (!confined) throw new DatabaseRolesError(await missing(dataSource));
}

/** Returns what the login may do beyond the rights of the service. */
async function excessOf(connection: Queries): Promise<string[]> {
  const [excess] = await connection.query<[Excess]>(
    `SELECT current_user::text AS login, me.rolsuper AS "isSuperuser", me.rolcreaterole AS "createsRoles",
            pg_has_role(datdba, 'MEMBER') OR EXISTS (
              SELECT FROM pg_class AS t WHERE t.relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
                 AND pg_has_role(t.relowner, 'MEMBER')) AS "isOwner",
            has_schema_privilege(current_schema(), 'CREATE')
              OR has_database_privilege(current_database(), 'CREATE') AS "creates"
       FROM pg_roles AS me, pg_database WHERE me.rolname = current_user AND datname = current_database()`,
  );
  const reason = [
    excess.isSuperuser && 'is a superuser',
    excess.isOwner && 'owns the tables or the database, or may become their owner',
    excess.createsRoles && 'may create roles',
    excess.creates && 'may create objects in the database',
  ].find((it) => it !== false);
  return reason === undefined
    ? []
    : [`The login of DATABASE_URL, ${excess.login}, ${reason}, which production refuses. ${REMEDY}`];
}

/** Returns what of the database lets in others. */
async function strangenessOf(connection: Queries): Promise<string[]> {
  const [inUse, own] = [await rolesInUse(connection), await ownRoles(connection)];
  if (inUse.organization !== own.organization || inUse.service !== own.service) {
    return [
      'The policies of this database name roles of another database: it is a clone or a restored copy, or its migration ' +
        'is incomplete. Run "npm run migrate", which gives it roles of its own (docs/operations.md#database-logins).',
    ];
  }
  const [{ isOpen }] = await connection.query<[{ isOpen: boolean }]>(
    `SELECT has_database_privilege('public', current_database(), 'CONNECT') AS "isOpen"`,
  );
  return isOpen
    ? ['Every login of the server may connect to this database. Run "npm run migrate", which prevents that.']
    : [];
}

async function missing(connection: Queries): Promise<string> {
  const [{ login }] = await connection.query<[{ login: string }]>('SELECT current_user::text AS login');
  return (
    `The login of DATABASE_URL, ${login}, lacks rights in this database. Run "npm run migrate" with this DATABASE_URL, and ` +
    'with the owner of the tables in MIGRATION_DATABASE_URL (docs/operations.md#database-logins).'
  );
}

interface Excess {
  login: string;
  isSuperuser: boolean;
  createsRoles: boolean;
  isOwner: boolean;
  creates: boolean;
}
