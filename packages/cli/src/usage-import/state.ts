import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { CommandError } from '../failure.js';

/** How far an import has come. */
export interface Counts {
  /** Number of the last line of which the outcome is known. */
  line: number;
  imported: number;
  /** Events that the service had already. */
  duplicates: number;
  rejected: number;
  /** Size of the file of rejected lines at that point. */
  rejectedBytes: number;
}

interface Stored extends Counts {
  url: string;
  size: number;
  modified: number;
}

const NOTHING: Counts = { line: 0, imported: 0, duplicates: 0, rejected: 0, rejectedBytes: 0 };

/** The state of an import, in a file beside the imported one: it survives `kill -9`, and goes when the import is done. */
export class ImportState {
  readonly path: string;
  readonly size: number;
  private readonly modified: number;

  constructor(
    private readonly file: string,
    private readonly url: string,
  ) {
    this.path = `${file}.import.json`;
    const { size, mtimeMs } = statSync(file);
    this.size = size;
    this.modified = mtimeMs;
  }

  /** @throws CommandError if the state is of another file or another service. */
  load(): Counts {
    if (!existsSync(this.path)) return NOTHING;
    const { url, size, modified, ...counts } = JSON.parse(readFileSync(this.path, 'utf8')) as Stored;
    if (url === this.url && size === this.size && modified === this.modified) return counts;
    const cause = url === this.url ? `${this.file} has changed since` : `it went to ${url}`;
    throw new CommandError(
      `An import of this file was interrupted, and ${cause}. Start from the first line with --restart: events that were imported count once.`,
    );
  }

  save(counts: Counts): void {
    const stored: Stored = { url: this.url, size: this.size, modified: this.modified, ...counts };
    writeFileSync(`${this.path}.tmp`, `${JSON.stringify(stored)}\n`);
    renameSync(`${this.path}.tmp`, this.path);
  }

  remove(): void {
    rmSync(this.path, { force: true });
  }
}
