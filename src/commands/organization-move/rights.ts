import type { Side } from './side';
import type { Finding } from './refusal';

/** Owner of the tables, role attributes and privileges of the login of a move. */
interface Rights {
  login: string;
  isSuperuser: boolean;
  mayReplicate: boolean;
  ownsTables: boolean;
  mayCreate: boolean;
  /** May set session_replication_role: what arrives has fired its triggers, and what is deleted lives on elsewhere. */
  maySetRole: boolean;
  maySubscribe: boolean;
  /** Sees the snapshots of other logins, which a move waits for. */
  maySeeOthers: boolean;
  version: number;
}

const RIGHTS = `
  SELECT quote_ident(current_user) AS login, rolsuper AS "isSuperuser", rolreplication AS "mayReplicate",
         (SELECT bool_and(pg_has_role(relowner, 'USAGE')) FROM pg_class
           WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')) AS "ownsTables",
         has_database_privilege(current_database(), 'CREATE') AS "mayCreate",
         has_parameter_privilege('session_replication_role', 'SET') AS "maySetRole",
         coalesce(pg_has_role(to_regrole('pg_create_subscription'), 'USAGE'), false) AS "maySubscribe",
         pg_has_role('pg_read_all_stats', 'USAGE') AS "maySeeOthers",
         current_setting('server_version_num')::int AS version
    FROM pg_roles WHERE rolname = current_user`;

const SET_ROLE = (login: string): string => `GRANT SET ON PARAMETER session_replication_role TO ${login}`;

/** Returns what the login lacks to publish, to pause and to delete; null: nothing. */
export async function rightsMissingAtSource(side: Side): Promise<Finding> {
  const it = await side.row<Rights>(RIGHTS);
  if (it.isSuperuser) return null;
  return refusal(it, side, [
    it.mayReplicate ? null : `ALTER ROLE ${it.login} REPLICATION`,
    it.maySeeOthers ? null : `GRANT pg_read_all_stats TO ${it.login}`,
    it.mayCreate ? null : `GRANT CREATE ON DATABASE ... TO ${it.login}`,
    it.maySetRole ? null : SET_ROLE(it.login),
  ]);
}

/** Returns what the login lacks to subscribe; null: nothing. */
export async function rightsMissingAtTarget(side: Side): Promise<Finding> {
  const it = await side.row<Rights>(RIGHTS);
  if (it.isSuperuser) return null;
  if (it.version < 160_000) {
    return {
      problem: `${it.login} is no superuser of the target, and before PostgreSQL 16 only superusers subscribe.`,
      remedy: 'Give --to a superuser for the time of the move.',
    };
  }
  return refusal(it, side, [
    it.maySubscribe ? null : `GRANT pg_create_subscription TO ${it.login}`,
    it.mayCreate ? null : `GRANT CREATE ON DATABASE ... TO ${it.login}`,
    it.maySetRole ? null : SET_ROLE(it.login),
  ]);
}

function refusal({ login, ownsTables }: Rights, side: Side, missing: (string | null)[]): Finding {
  const grants = missing.filter((it) => it !== null);
  if (!ownsTables) {
    return {
      problem: `${login} does not own the tables of the ${side.name}.`,
      remedy: 'Use the login of MIGRATION_DATABASE_URL, or a superuser.',
    };
  }
  if (grants.length === 0) return null;
  return {
    problem: `${login} lacks rights in the ${side.name}.`,
    remedy: `As a superuser: ${grants.join('; ')}.`,
  };
}
