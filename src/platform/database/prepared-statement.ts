import type { QueryResultRow } from 'pg';
import type { Transaction } from './transactions';

/** A statement that PostgreSQL parses and plans once per connection. TypeORM runs it unprepared. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** Runs prepared statements, either in a TypeORM transaction or on a separate connection. */
export interface StatementRunner {
  /** Returns the rows. Calls may overlap; the statements run in the order of the calls. */
  query<Row extends QueryResultRow>(statement: PreparedStatement, values: unknown[]): Promise<Row[]>;
  /** Runs a statement without reading its rows. May resolve before it is done; a failure then fails the commit. */
  send(statement: PreparedStatement, values: unknown[]): Promise<void>;
}

/** Returns a runner whose statements are part of the TypeORM transaction `tx`. */
export function statementsIn(tx: Transaction): StatementRunner {
  let last: Promise<unknown> = Promise.resolve();
  const query = <Row extends QueryResultRow>(
    { text }: PreparedStatement,
    values: unknown[],
  ): Promise<Row[]> => {
    const result = last.then(() => tx.query<Row[] | [Row[], number]>(text, values));
    last = result.catch(() => undefined); // a transaction runs one statement at a time
    // TypeORM returns [rows, count] for UPDATE and DELETE.
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
