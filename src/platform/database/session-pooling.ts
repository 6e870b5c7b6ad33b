import { DatabaseError, type Client } from 'pg';

/** The database is reached through a pooler that does not keep a connection for its client. */
export class SessionPoolingError extends Error {
  constructor() {
    super(
      'The connection to the database leads through a pooler that gives each transaction or statement to another ' +
        'connection, as PgBouncer does with pool_mode = transaction or statement. LISTEN, advisory locks and settings of ' +
        'connections do not work there: set pool_mode = session for this database, or connect to PostgreSQL directly ' +
        '(docs/operations.md#database-connections).',
    );
  }
}

/** PgBouncer refuses BEGIN when it pools statements. */
const STATEMENT_POOLING = 'transaction blocks not allowed in statement pooling mode';
const PID = 'SELECT pg_backend_pid() AS pid';
/** A pooler that others use may happen to look like sessions, but not this often. */
const ROUNDS = 10;

/**
 * Checks that each of two connections keeps a server process of its own. A pooler of transactions gives the second one the
 * process that the first one has just used or, if others were faster, gives the first one another process next.
 *
 * @throws SessionPoolingError
 */
export async function assertSessionPooling(first: Client, second: Client): Promise<void> {
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const pid = await processOf(first);
      await second.query('BEGIN');
      const isShared = (await processOf(second)) === pid;
      if (isShared || (await processOf(first)) !== pid) throw new SessionPoolingError();
      await second.query('ROLLBACK');
    }
  } catch (error) {
    if (error instanceof DatabaseError && error.message.includes(STATEMENT_POOLING)) {
      throw new SessionPoolingError();
    }
    throw error;
  }
}

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(PID);
  const [row] = rows;
  if (row === undefined) throw new Error('The database did not tell the process of the connection');
  return row.pid;
}
