import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Row<T> {
  readonly account: string;
  readonly value: T;
}

/** Rows of one kind, newest last. Every row belongs to an account, which is one set of credentials. */
export class Table<T> {
  private readonly rows = new Map<string, Row<T>>();

  constructor(
    private readonly keyOf: (value: T) => string,
    private readonly record: (key: string, row: Row<T> | null) => void,
  ) {}

  put(account: string, value: T): T {
    const row = { account, value };
    this.rows.set(this.keyOf(value), row);
    this.record(this.keyOf(value), row);
    return value;
  }

  get(account: string, id: string): T | null {
    const row = this.rows.get(id);
    return row?.account === account ? row.value : null;
  }

  /** Returns a row of any account: for pages, which carry no credentials, and for the control routes. */
  find(id: string): Row<T> | null {
    return this.rows.get(id) ?? null;
  }

  /** Returns the rows of an account, newest first. */
  list(account: string): T[] {
    return this.all()
      .filter((it) => it.account === account)
      .map((it) => it.value)
      .reverse();
  }

  all(): Row<T>[] {
    return [...this.rows.values()];
  }

  remove(id: string): void {
    this.rows.delete(id);
    this.record(id, null);
  }

  restore(id: string, row: Row<T> | null): void {
    if (row === null) this.rows.delete(id);
    else this.rows.set(id, row);
  }
}

interface Entry {
  readonly table: string;
  readonly key: string;
  readonly row: Row<unknown> | null;
}

/** What the providers know: in memory, and in a journal if there is a folder, so that a restart forgets nothing. */
export class State {
  private readonly journal: string | null;
  private readonly past: Entry[];

  constructor(folder: string | null) {
    this.journal = folder === null ? null : join(folder, 'journal.jsonl');
    if (folder !== null) mkdirSync(folder, { recursive: true });
    this.past = this.journal !== null && existsSync(this.journal) ? entriesOf(this.journal) : [];
  }

  table<T>(name: string, keyOf: (value: T) => string): Table<T> {
    const table = new Table<T>(keyOf, (key, row) => this.append({ table: name, key, row }));
    for (const entry of this.past) {
      if (entry.table === name) table.restore(entry.key, entry.row as Row<T> | null);
    }
    return table;
  }

  private append(entry: Entry): void {
    if (this.journal !== null) appendFileSync(this.journal, `${JSON.stringify(entry)}\n`);
  }
}

/** A process that was killed may leave its last line incomplete. */
function entriesOf(journal: string): Entry[] {
  const lines = readFileSync(journal, 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Entry);
}
