/** The database refuses the connection for a reason that waiting does not remove. */
export class DatabaseRefusedError extends Error {}

/** Remedies by SQLSTATE or code of Node. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Correct the host name in DATABASE_URL.',
  '3D000': 'Create the database, or correct its name in DATABASE_URL.',
  '28P01': 'Correct the user or the password in DATABASE_URL.',
  '28000': 'Correct the user in DATABASE_URL, or let pg_hba.conf of PostgreSQL admit it.',
  '53300': 'Raise max_connections of PostgreSQL, or lower DATABASE_POOL_SIZE.',
};

/**
 * Returns the error of a connection attempt as one that names the variable and the remedy
 * (docs/operations.md#configuration). Neither contains the password.
 */
export function connectionRefusal(error: unknown): DatabaseRefusedError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const remedy = REMEDIES[code] ?? 'Check DATABASE_URL.';
  return new DatabaseRefusedError(`The service cannot connect to the database: ${message}. ${remedy}`);
}
