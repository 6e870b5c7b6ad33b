import type { Client } from 'pg';
import type { SecretBox } from './secret-box';
import { sealedTables, type SealedTable } from './sealed-column';
import { DatabaseClient } from '../database/database-client';

const PAGE = 200;
/** Rows that are written to during one pass are left to the next. */
const MAX_PASSES = 10;

/** What a run did, by table. */
export interface RekeyReport {
  table: string;
  /** Rows of which a text was re-encrypted. */
  rekeyed: number;
  /** Rows with a text that no key decrypts. It stays as it is. */
  unreadable: number;
  /** Rows that others had locked or wrote with another key. */
  left: number;
}

type Row = Record<string, string | null>;
type Counts = Pick<RekeyReport, 'rekeyed' | 'unreadable'>;

/**
 * Re-encrypts everything that is not encrypted with the current key, while the service runs. Each page is a short
 * transaction that skips locked rows, so nothing waits for it and no write of the service is lost; the texts name their
 * key, so a run that was killed is continued by the next.
 *
 * @param databaseUrl of a login that reads and updates the rows of all organizations
 */
export async function rekey(databaseUrl: string, secrets: SecretBox): Promise<RekeyReport[]> {
  const client: Client = new DatabaseClient({ connectionString: databaseUrl, application_name: 'rekey' });
  client.on('error', () => undefined); // a lost connection fails the statement under way
  await client.connect();
  try {
    const reports: RekeyReport[] = [];
    for (const table of sealedTables()) reports.push(await new TableRekeying(client, secrets, table).run());
    return reports;
  } finally {
    await client.end();
  }
}

/** Re-encrypts one table. */
class TableRekeying {
  private readonly key: string;
  private readonly isOld: string;

  constructor(
    private readonly client: Client,
    private readonly secrets: SecretBox,
    private readonly table: SealedTable,
  ) {
    this.key = table.key.join(', ');
    const prefix = secrets.currentPrefix;
    // left() of a long stored text reads its beginning only.
    this.isOld = table.columns.map((it) => `left(${it.name}, ${prefix.length}) <> '${prefix}'`).join(' OR ');
  }

  async run(): Promise<RekeyReport> {
    const total = { rekeyed: 0, unreadable: 0 };
    for (let pass = 1; pass <= MAX_PASSES; pass++) {
      const { rekeyed, unreadable } = await this.pass();
      total.rekeyed += rekeyed;
      total.unreadable = unreadable;
      if (rekeyed === 0) break;
    }
    const { rows } = await this.client.query<{ old: number }>(
      `SELECT count(*)::int AS old FROM ${this.table.name} WHERE ${this.isOld}`,
    );
    const left = Math.max(0, (rows[0]?.old ?? 0) - total.unreadable);
    return { table: this.table.name, ...total, left };
  }

  private async pass(): Promise<Counts> {
    const counts = { rekeyed: 0, unreadable: 0 };
    let after: Row | undefined;
    do {
      const page = await this.page(after);
      counts.rekeyed += page.rekeyed;
      counts.unreadable += page.unreadable;
      after = page.last;
    } while (after !== undefined);
    return counts;
  }

  /** Re-encrypts the rows of one page in a transaction; `last` is undefined at the end. */
  private async page(after: Row | undefined): Promise<Counts & { last: Row | undefined }> {
    await this.client.query('BEGIN');
    try {
      const rows = await this.lock(after);
      const counts = { rekeyed: 0, unreadable: 0 };
      for (const row of rows) {
        const changes = this.changesOf(row);
        if (changes === null) counts.unreadable++;
        else counts.rekeyed++;
        if (changes !== null) await this.update(row, changes);
      }
      await this.client.query('COMMIT');
      return { ...counts, last: rows.length === PAGE ? rows.at(-1) : undefined };
    } catch (error) {
      await this.client.query('ROLLBACK').catch(() => undefined); // the first error is the one to report
      throw error;
    }
  }

  private async lock(after: Row | undefined): Promise<Row[]> {
    const { name, key, columns } = this.table;
    const from = key.map((_, i) => `$${i + 1}`).join(', ');
    const selected = new Set([...key, ...columns.flatMap((it) => [it.name, it.row])]);
    const { rows } = await this.client.query<Row>(
      `SELECT ${[...selected].join(', ')} FROM ${name}
        WHERE (${this.isOld}) ${after === undefined ? '' : `AND (${this.key}) > (${from})`}
        ORDER BY ${this.key} LIMIT ${PAGE} FOR NO KEY UPDATE SKIP LOCKED`,
      after === undefined ? [] : key.map((it) => after[it]),
    );
    return rows;
  }

  /** Returns the new texts of a row by column; null, with an error in the log, if none of its old texts can be read. */
  private changesOf(row: Row): Row | null {
    const changes: Row = {};
    for (const { name, purpose, row: identity } of this.table.columns) {
      const sealed = row[name] ?? null;
      if (sealed === null || sealed.startsWith(this.secrets.currentPrefix)) continue;
      const context = { purpose, organizationId: row.organization_id ?? '', row: row[identity] ?? '' };
      const plaintext = this.secrets.openIfReadable(sealed, context);
      if (plaintext !== null) changes[name] = this.secrets.seal(plaintext, context);
    }
    return Object.keys(changes).length === 0 ? null : changes;
  }

  private async update(row: Row, changes: Row): Promise<void> {
    const { name, key } = this.table;
    const columns = Object.keys(changes);
    const set = columns.map((it, i) => `${it} = $${i + 1}`).join(', ');
    const where = key.map((it, i) => `${it} = $${columns.length + i + 1}`).join(' AND ');
    const values = [...columns.map((it) => changes[it]), ...key.map((it) => row[it])];
    await this.client.query(`UPDATE ${name} SET ${set} WHERE ${where}`, values);
  }
}
