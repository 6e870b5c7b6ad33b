import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pidState, sleep, startedAt } from './processes';

const POLL_MS = 20;
/** A start may sit through a long crash recovery, so waiting for one must not give up early. */
const TURN_LIMIT_MS = 11 * 60_000;

type Kind = 'choosing' | 'ticket' | 'user';

interface Entry {
  file: string;
  kind: Kind;
  order: number;
  pid: number;
  started: string;
  token: string;
}

/**
 * The processes that use one data directory: whose turn it is to start or stop the server, and who still needs it.
 *
 * Every entry is an empty file whose name says everything, `kind.order.pid.started.token`, so it appears at once and
 * whole. Taking turns is Lamport's bakery algorithm and not one lock file, because a lock file left by a killed
 * process has to be taken over, and two processes doing that at once can remove each other's fresh lock. Here nobody
 * takes anything over: names are never reused, and entries of dead processes are ignored and swept by anyone.
 *
 * Processes must see each other's pids: two containers on one volume do not, and must not share a data directory
 * (PostgreSQL itself has the same limit).
 */
export class Roster {
  private readonly started = startedAt(process.pid);
  private user: string | undefined;

  private constructor(private readonly folder: string) {}

  static async open(folder: string): Promise<Roster> {
    await mkdir(folder, { recursive: true });
    return new Roster(folder);
  }

  /** Runs the work while no other live process (nor another call in this one) does. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const token = newToken();
    const choosing = await this.post('choosing', 0, token);
    let ticket: string | undefined;
    try {
      const taken = await this.entries('ticket');
      const order = 1 + Math.max(0, ...taken.map((entry) => entry.order));
      ticket = await this.post('ticket', order, token);
      await this.remove(choosing);
      await this.waitForTurn(order, token);
      return await work();
    } finally {
      await this.remove(choosing);
      if (ticket !== undefined) {
        await this.remove(ticket);
      }
    }
  }

  async join(): Promise<void> {
    this.user ??= await this.post('user', 0, newToken());
  }

  /** Leaves, and tells how many others still use the server. */
  async leave(): Promise<number> {
    if (this.user !== undefined) {
      await this.remove(this.user);
      this.user = undefined;
    }
    return (await this.entries('user')).length;
  }

  private async waitForTurn(order: number, token: string): Promise<void> {
    const deadline = Date.now() + TURN_LIMIT_MS;
    for (;;) {
      const ahead = (await this.entries('choosing', 'ticket')).find(
        (entry) => entry.token !== token && isAhead(entry, order, token),
      );
      if (ahead === undefined) {
        return;
      }
      if (Date.now() > deadline) {
        throw new Error(
          `Process ${ahead.pid} has been starting or stopping the embedded server for too long`,
        );
      }
      await sleep(POLL_MS);
    }
  }

  private async post(kind: Kind, order: number, token: string): Promise<string> {
    const file = [kind, order, process.pid, this.started, token].join('.');
    await writeFile(join(this.folder, file), '', { flag: 'wx' });
    return file;
  }

  private async remove(file: string): Promise<void> {
    await rm(join(this.folder, file), { force: true });
  }

  private async entries(...kinds: Kind[]): Promise<Entry[]> {
    const living: Entry[] = [];
    for (const file of await readdir(this.folder)) {
      const entry = parse(file);
      if (entry === undefined || !kinds.includes(entry.kind)) {
        continue;
      }
      if (this.isAlive(entry)) {
        living.push(entry);
      } else {
        await this.remove(file);
      }
    }
    return living;
  }

  private isAlive(entry: Entry): boolean {
    if (entry.pid === process.pid) {
      return entry.started === this.started;
    }
    return pidState(entry.pid) === 'alive' && startedAt(entry.pid) === entry.started;
  }
}

function isAhead(other: Entry, order: number, token: string): boolean {
  if (other.kind === 'choosing') {
    return true;
  }
  return other.order < order || (other.order === order && other.token < token);
}

function parse(file: string): Entry | undefined {
  const [kind, order, pid, started, token] = file.split('.');
  if (kind !== 'choosing' && kind !== 'ticket' && kind !== 'user') {
    return undefined;
  }
  return { file, kind, order: Number(order), pid: Number(pid), started: started ?? '', token: token ?? '' };
}

function newToken(): string {
  return randomBytes(8).toString('hex');
}
