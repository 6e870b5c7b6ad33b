import { escapeIdentifier } from 'pg';
import type { Queries } from '../reserved-connections';

/** The roles of a database, as identifiers, quoted where they must be (docs/security.md#database-roles). */
export interface DatabaseRoles {
  /** Sees the rows of one organization: what a transaction of an organization switches to. */
  readonly organization: string;
  /** Has the privileges of the run-time login, which is a member of it. */
  readonly service: string;
}

/** Dependency-injection token of the `organization` role that the database uses. */
export const ORGANIZATION_ROLE = Symbol('ORGANIZATION_ROLE');

/** The one role of the whole server that releases before the roles of databases used. */
export const SERVER_WIDE_ROLE = 'billing_organization';

/**
 * Returns the roles that belong to this database. Their names have its OID, which renaming it leaves and a clone or a
 * restored copy does not share, so no other database of the server can use them by accident.
 */
export async function ownRoles(connection: Queries): Promise<DatabaseRoles> {
  const [{ oid }] = await connection.query<[{ oid: string }]>(
    'SELECT oid::text FROM pg_database WHERE datname = current_database()',
  );
  return { organization: `billing_${oid}_organization`, service: `billing_${oid}_service` };
}

/**
 * Returns the roles that the policies name at present. They are those of another database in a clone or a restored copy
 * until it is migrated.
 */
export async function rolesInUse(connection: Queries): Promise<DatabaseRoles> {
  const rows = await connection.query<{ policy: string; role: string }[]>(
    `SELECT polname AS policy, pg_get_userbyid(polroles[1]) AS role FROM pg_policy
      WHERE polrelid = to_regclass('organizations')`,
  );
  const own = await ownRoles(connection);
  const inUse = (policy: keyof DatabaseRoles): string => {
    const role = rows.find((it) => it.policy === policy)?.role;
    return role === undefined ? own[policy] : identifier(role);
  };
  return { organization: inUse('organization'), service: inUse('service') };
}

/** Returns a name as it stands in statements. */
export const identifier = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : escapeIdentifier(name);
