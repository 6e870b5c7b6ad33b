import { Client, escapeIdentifier } from 'pg';
import { SERVICE, TEMPLATE } from './test-database';

/** Drops the template with its roles, of which a server that outlives the run would collect ever more. */
export async function dropTemplate(serverUrl: string): Promise<void> {
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ role: string }>(
      `SELECT rolname AS role FROM pg_roles
        WHERE rolname = $1 OR rolname ~ (SELECT format('^billing_%s_', oid) FROM pg_database WHERE datname = $2)`,
      [SERVICE, TEMPLATE],
    );
    await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
    for (const { role } of rows) {
      // A database that a killed run has left behind still names it.
      await admin.query(`DROP ROLE ${escapeIdentifier(role)}`).catch(() => undefined);
    }
  } finally {
    await admin.end();
  }
}
