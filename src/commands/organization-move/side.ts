import { Client } from 'pg';
import { DatabaseClient } from '../../platform/database/database-client';
import { isConnectionLost } from '../../platform/database/pg-errors';
import { MoveRefusal } from './refusal';

/**
 * The texts of rows must not depend on a server's settings. No statement of a move is cancelled for its length, and a lock
 * that is not granted soon is asked for again, so that nobody waits behind the move.
 */
const SETTINGS = [
  `timezone = 'UTC'`,
  `datestyle = 'ISO, MDY'`,
  `intervalstyle = 'postgres'`,
  'extra_float_digits = 1',
  `bytea_output = 'hex'`,
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
  `lock_timeout = '2s'`,
];

/** One of the two databases of a move, on one connection. */
export class Side {
  private constructor(
    private readonly client: Client,
    /** For messages. */
    readonly name: 'source' | 'target',
    readonly url: string,
  ) {}

  /** @throws MoveRefusal if the database cannot be reached. */
  static async open(name: Side['name'], url: string): Promise<Side> {
    const client: Client = new DatabaseClient({
      connectionString: url,
      application_name: 'organization-move',
    });
    client.on('error', () => undefined); // a lost connection fails the statement under way
    try {
      await client.connect();
    } catch (error) {
      throw new MoveRefusal(
        `The database of the ${name} cannot be reached: ${(error as Error).message}.`,
        'Correct its URL, and let its pg_hba.conf admit the login.',
      );
    }
    const side = new Side(client, name, url);
    for (const setting of SETTINGS) await side.run(`SET ${setting}`);
    return side;
  }

  async rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    try {
      return (await this.client.query(text, values)).rows as Row[];
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      throw new MoveRefusal(
        `The connection to the ${this.name} was lost: ${(error as Error).message}.`,
        'Run the command again: it goes on from the last step.',
      );
    }
  }

  /** Returns the one row. */
  async row<Row>(text: string, values: unknown[] = []): Promise<Row> {
    const [row] = await this.rows<Row>(text, values);
    if (row === undefined) throw new Error(`No row from: ${text}`);
    return row;
  }

  /** Returns whether there is a row. */
  async has(text: string, values: unknown[] = []): Promise<boolean> {
    return (await this.rows(text, values)).length > 0;
  }

  async run(text: string, values: unknown[] = []): Promise<void> {
    await this.rows(text, values);
  }

  async transaction(work: () => Promise<void>): Promise<void> {
    await this.run('BEGIN');
    try {
      await work();
      await this.run('COMMIT');
    } catch (error) {
      await this.run('ROLLBACK').catch(() => undefined); // the first error is the one to report
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}
