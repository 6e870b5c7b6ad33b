import type { QueryResultRow } from 'pg';
import type { Transaction } from './transactions';

/** A statement that PostgreSQL parses and plans once per connection, where the connection is the driver's own. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** Runs statements: in a transaction of TypeORM's, or on a connection of the driver's own. */
export interface StatementRunner {
  query<Row extends QueryResultRow>(statement: PreparedStatement, values: unknown[]): Promise<Row[]>;
}

/** Statements inside a use case's transaction. */
export function statementsIn(tx: Transaction): StatementRunner {
  return {
    async query<Row extends QueryResultRow>({ text }: PreparedStatement, values: unknown[]): Promise<Row[]> {
      const result = await tx.query<Row[] | [Row[], number]>(text, values);
      // TypeORM answers UPDATE and DELETE with their rows and their number.
      return isCounted(result) ? result[0] : result;
    },
  };
}

function isCounted<Row>(result: Row[] | [Row[], number]): result is [Row[], number] {
  return result.length === 2 && Array.isArray(result[0]) && typeof result[1] === 'number';
}
