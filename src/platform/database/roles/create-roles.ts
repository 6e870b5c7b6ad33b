import { Client, DatabaseError, escapeLiteral } from 'pg';
import { firstHostUrl } from '../database-hosts';
import type { Queries } from '../reserved-connections';
import { identifier, ownRoles, type DatabaseRoles } from './role-names';
import { scramVerifier } from './scram';

const INSUFFICIENT_PRIVILEGE = '42501';

/** The migrating login lacks the right to statements, which the message lists for an administrator. */
export class AdministratorNeededError extends Error {
  constructor(readonly statements: readonly string[]) {
    super(
      'The login of the migrations may not do what follows. Have an administrator of the PostgreSQL server run it in this ' +
        `database, then run "npm run migrate" again:\n\n${statements.map((it) => `  ${it};\n`).join('')}`,
    );
  }
}

/**
 * Creates what of the roles of this database is missing (docs/operations.md#database-logins): the two roles, the run-time
 * login with the password in its URL, its memberships; and closes the database to every other login. A no-op where
 * everything is there, whoever has made it.
 *
 * @param serviceUrl URL of the run-time login; null if the migrating login is the only one
 * @throws AdministratorNeededError
 */
export async function createRoles(connection: Queries, serviceUrl: string | null): Promise<DatabaseRoles> {
  const roles = await ownRoles(connection);
  await new RoleCreation(connection, roles).run(serviceUrl);
  return roles;
}

class RoleCreation {
  private readonly refused: string[] = [];

  constructor(
    private readonly connection: Queries,
    private readonly roles: DatabaseRoles,
  ) {}

  async run(serviceUrl: string | null): Promise<void> {
    const { organization, service } = this.roles;
    for (const role of [organization, service]) {
      if (!(await this.exists(role))) await this.attempt(`CREATE ROLE ${role} NOLOGIN`);
    }
    const login = serviceUrl === null ? await this.migrator() : await this.createLogin(serviceUrl);
    await this.enroll(login);
    await this.closeDatabase();
    if (this.refused.length > 0) throw new AdministratorNeededError(this.refused);
  }

  /** Creates the run-time login unless it exists, and returns its name as an identifier. */
  private async createLogin(serviceUrl: string): Promise<string> {
    const { user, password } = new Client({ connectionString: firstHostUrl(serviceUrl) });
    const login = identifier(user ?? '');
    if (await this.exists(login)) return login;
    const hasPassword = typeof password === 'string' && password !== '';
    const secret = hasPassword ? (scramVerifier(password) ?? password) : null;
    const create = `CREATE ROLE ${login} LOGIN`;
    await this.attempt(
      secret === null ? create : `${create} PASSWORD ${escapeLiteral(secret)}`,
      secret === null ? create : `${create} PASSWORD '<the password in DATABASE_URL>'`,
    );
    return login;
  }

  /** Makes a login a member of both roles: it has the rights of one at all times, and the other one is switched to. */
  private async enroll(login: string): Promise<void> {
    const { organization, service } = this.roles;
    const [{ options }] = await this.connection.query<[{ options: boolean }]>(
      `SELECT current_setting('server_version_num')::int >= 160000 AS options`,
    );
    if (!(await this.isMember(login, service, 'USAGE')))
      await this.attempt(`GRANT ${service} TO ${login}${options ? ' WITH INHERIT TRUE' : ''}`);
    if (!(await this.isMember(login, organization, options ? 'SET' : 'MEMBER')))
      await this.attempt(
        `GRANT ${organization} TO ${login}${options ? ' WITH INHERIT FALSE, SET TRUE' : ''}`,
      );
  }

  /** PUBLIC is every login of the server, such as those of other installations on it. */
  private async closeDatabase(): Promise<void> {
    const [{ database, isOpen, isAdmitted }] = await this.connection.query<[DatabaseAccess]>(
      `SELECT quote_ident(current_database()) AS database,
              has_database_privilege('public', current_database(), 'CONNECT, TEMPORARY') AS "isOpen",
              EXISTS (SELECT FROM pg_database, aclexplode(datacl) AS acl
                       WHERE datname = current_database() AND acl.grantee = to_regrole($1)
                         AND privilege_type = 'CONNECT') AS "isAdmitted"`,
      [this.roles.service],
    );
    const admitted = [this.roles.service, await this.migrator()].join(', ');
    if (!isAdmitted) await this.attempt(`GRANT CONNECT ON DATABASE ${database} TO ${admitted}`);
    if (!isOpen) return;
    const revoke = `REVOKE CONNECT, TEMPORARY ON DATABASE ${database} FROM PUBLIC`;
    await this.attempt(revoke);
    // Whoever is not the owner of the database gets a warning instead of an error.
    const [{ isStillOpen }] = await this.connection.query<[{ isStillOpen: boolean }]>(
      `SELECT has_database_privilege('public', current_database(), 'CONNECT, TEMPORARY') AS "isStillOpen"`,
    );
    if (isStillOpen && !this.refused.includes(revoke)) this.refused.push(revoke);
  }

  private async migrator(): Promise<string> {
    const [{ login }] = await this.connection.query<[{ login: string }]>(
      'SELECT current_user::text AS login',
    );
    return identifier(login);
  }

  private async exists(role: string): Promise<boolean> {
    const [{ exists }] = await this.connection.query<[{ exists: boolean }]>(
      'SELECT to_regrole($1) IS NOT NULL AS exists',
      [role],
    );
    return exists;
  }

  private async isMember(login: string, role: string, kind: 'USAGE' | 'SET' | 'MEMBER'): Promise<boolean> {
    if (!(await this.exists(login)) || !(await this.exists(role))) return false;
    const [{ is }] = await this.connection.query<[{ is: boolean }]>(
      'SELECT pg_has_role(to_regrole($1), to_regrole($2), $3) AS is',
      [login, role, kind],
    );
    return is;
  }

  /** @param shown what an administrator has to run if the login may not */
  private async attempt(statement: string, shown = statement): Promise<void> {
    if (this.refused.length > 0 && statement.startsWith('GRANT')) {
      this.refused.push(shown); // names a role that may not exist yet
      return;
    }
    try {
      await this.connection.query(statement);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
      this.refused.push(shown);
    }
  }
}

interface DatabaseAccess {
  database: string;
  isOpen: boolean;
  isAdmitted: boolean;
}
