import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { CommandError } from '../failure.js';
import { readJson, writePrivately } from '../files.js';
import type { Outcome } from './sender.js';

/** Identifies an import: what is imported, and into which organization. */
export interface ImportKey {
  sha256: string;
  organization_id: string;
  id_prefix: string;
}

/** How far an import is. All records before `offset` are stored or rejected. */
export interface Progress {
  offset: number;
  /** Number of the line at the offset. */
  line: number;
  columns: string[] | null;
  lines: number;
  accepted: number;
  duplicates: number;
  rejected: number;
  /** Size of the file of rejected records. */
  rejected_bytes: number;
}

const BEGINNING: Progress = {
  offset: 0,
  line: 1,
  columns: null,
  lines: 0,
  accepted: 0,
  duplicates: 0,
  rejected: 0,
  rejected_bytes: 0,
};

/**
 * Records the progress of an import, from which it continues after a crash. Writes the rejected records of a batch before
 * its progress: after a crash between the two, the next run cuts them off and writes them again.
 */
export class Journal {
  private rejectedFile: number | null = null;

  private constructor(
    private readonly statePath: string | null,
    readonly rejectedPath: string,
    private readonly key: ImportKey,
    private current: Progress,
  ) {}

  /**
   * Opens the journal of an import, and continues an unfinished one.
   *
   * @param statePath null if the import cannot be continued, because it reads from stdin
   * @throws CommandError if the unfinished import is another one
   */
  static open(statePath: string | null, rejectedPath: string, key: ImportKey): Journal {
    const stored =
      statePath === null ? null : (readJson(statePath) as (ImportKey & { progress: Progress }) | null);
    if (stored !== null) checkSame(stored, key, statePath ?? '');
    const journal = new Journal(statePath, rejectedPath, key, stored?.progress ?? BEGINNING);
    journal.cutRejected();
    return journal;
  }

  get progress(): Progress {
    return this.current;
  }

  /** Records the columns of the header and where the first record begins. */
  begin(columns: string[] | null, offset: number, line: number): void {
    this.save({ ...this.current, columns, offset, line });
  }

  /** Records that the records up to `offset` are done. Must be called in the order of the file. */
  confirm({ accepted, duplicates, rejected }: Outcome, records: number, offset: number, line: number): void {
    const bytes = this.appendRejected(rejected.map((it) => `${JSON.stringify(it)}\n`).join(''));
    const { current } = this;
    this.save({
      ...current,
      offset,
      line,
      lines: current.lines + records,
      accepted: current.accepted + accepted,
      duplicates: current.duplicates + duplicates,
      rejected: current.rejected + rejected.length,
      rejected_bytes: current.rejected_bytes + bytes,
    });
  }

  /** Forgets a finished import. */
  finish(): void {
    this.close();
    if (this.statePath !== null) rmSync(this.statePath, { force: true });
  }

  close(): void {
    if (this.rejectedFile !== null) closeSync(this.rejectedFile);
    this.rejectedFile = null;
  }

  private save(progress: Progress): void {
    this.current = progress;
    if (this.statePath === null) return;
    writePrivately(this.statePath, `${JSON.stringify({ ...this.key, progress })}\n`);
  }

  /** Removes the rejected records of an earlier import, or those that this one had not confirmed. */
  private cutRejected(): void {
    const { rejected_bytes: size } = this.current;
    if (size === 0) rmSync(this.rejectedPath, { force: true });
    if (!existsSync(this.rejectedPath)) return;
    const file = openSync(this.rejectedPath, 'r+');
    ftruncateSync(file, size);
    closeSync(file);
  }

  private appendRejected(text: string): number {
    if (text === '') return 0;
    this.rejectedFile ??= openSync(this.rejectedPath, 'a', 0o600);
    const bytes = Buffer.from(text);
    writeSync(this.rejectedFile, bytes);
    fsyncSync(this.rejectedFile);
    return bytes.length;
  }
}

function checkSame(stored: ImportKey, key: ImportKey, path: string): void {
  const rest = `Remove ${path} to begin again from the first line.`;
  if (stored.organization_id !== key.organization_id) {
    throw new CommandError(
      `An import of this file into organization ${stored.organization_id} is unfinished. ${rest}`,
    );
  }
  if (stored.sha256 !== key.sha256) {
    throw new CommandError(
      `The file has changed since its import began: lines without a transaction_id could count twice. ${rest}`,
    );
  }
  if (stored.id_prefix !== key.id_prefix) {
    throw new CommandError(`The import began with --id-prefix ${stored.id_prefix}. ${rest}`);
  }
}
