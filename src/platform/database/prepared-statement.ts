import type { QueryResultRow } from 'pg';
import type { Transaction } from './transactions';

/** A statement that PostgreSQL parses and plans once per connection, where the connection is the driver's own. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** Runs statements: in a transaction of TypeORM's, or on a connection of the driver's own. */
export interface StatementRunner {
  /** Several may be under way at once; they are executed in the order in which they were given. */
  query<Row extends QueryResultRow>(statement: PreparedStatement, values: unknown[]): Promise<Row[]>;
  /** For a statement whose rows nobody needs: may resolve before it is done, its failure then fails the commit. */
  send(statement: PreparedStatement, values: unknown[]): Promise<void>;
}

/** Statements inside a use case's transaction. */
export function statementsIn(tx: Transaction): StatementRunner {
  let last: Promise<unknown> = Promise.resolve();
  const query = <Row extends QueryResultRow>(
    { text }: PreparedStatement,
    values: unknown[],
  ): Promise<Row[]> => {
    const result = last.then(() => tx.query<Row[] | [Row[], number]>(text, values));
    last = result.catch(() => undefined); // the driver takes one statement at a time here
    // TypeORM answers UPDATE and DELETE with their rows and their number.
    return result.then((rows) => (isCounted(rows) ? rows[0] : rows));
  };
  return {
    query,
    async send(statement, values) {
      await query(statement, values);
    },
  };
}

function isCounted<Row>(result: Row[] | [Row[], number]): result is [Row[], number] {
  return result.length === 2 && Array.isArray(result[0]) && typeof result[1] === 'number';
}
