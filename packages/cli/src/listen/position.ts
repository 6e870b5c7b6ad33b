import { readFileSync } from 'node:fs';
import { userPath, writePrivately } from '../credentials.js';

/** The inbox that this user listens to, and how far. */
export interface Position {
  endpoint: string;
  /** Number of the last request that was forwarded; null: begin with the next one. */
  sequence: number | null;
}

/** The positions of `billing listen` by service, in the user's state folder. */
export class Positions {
  private readonly path = userPath('state', 'listen.json');
  private readonly all: Record<string, Position> = this.read();

  constructor(private readonly url: string) {}

  get current(): Position | null {
    return this.all[this.url] ?? null;
  }

  save(position: Position): void {
    this.all[this.url] = position;
    writePrivately(this.path, `${JSON.stringify(this.all, null, 2)}\n`);
  }

  private read(): Record<string, Position> {
    try {
      return JSON.parse(readFileSync(this.path, 'utf8')) as Record<string, Position>;
    } catch {
      return {}; // the first time, or no longer readable: a new inbox costs nothing
    }
  }
}
