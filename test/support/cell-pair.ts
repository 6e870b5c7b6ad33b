import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOwnPostgres, type OwnPostgres } from './own-postgres';
import {
  ENCRYPTION_KEY,
  organizationWithKey,
  startTestApp,
  type TestApp,
  type TestOrganization,
} from './test-app';

const COMMAND = join(__dirname, '../../dist/src/commands/organization-move.js');

/** Small tables are copied at the speed at which workers start, so there are many. */
const SETTINGS = {
  wal_level: 'logical',
  max_replication_slots: '30',
  max_wal_senders: '30',
  max_logical_replication_workers: '12',
  max_sync_workers_per_subscription: '8',
  max_worker_processes: '24',
};

/** How a command ended, and what it said. */
export interface MoveResult {
  code: number | null;
  output: string;
}

/** A move that is running. */
export interface RunningMove {
  readonly process: ChildProcess;
  readonly ended: Promise<MoveResult>;
  /** Resolves once the output has this text; false if the command ends without it. */
  said(text: string): Promise<boolean>;
}

/** Two PostgreSQL servers with a service on each, between which organizations move. */
export class CellPair {
  private constructor(
    readonly databases: readonly [OwnPostgres, OwnPostgres],
    readonly source: TestApp,
    readonly target: TestApp,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<CellPair> {
    const databases = await Promise.all([startOwnPostgres(SETTINGS), startOwnPostgres(SETTINGS)]);
    const source = await startTestApp({ ...env, CELL: 'eu1' }, databases[0]);
    const target = await startTestApp({ ...env, CELL: 'us1' }, databases[1]);
    await databases[1].query('UPDATE cell SET url = $1', [target.url]); // as CELL_URL, whose port is known now
    return new CellPair(databases, source, target);
  }

  /** The requests of an organization of the source, sent to the target. */
  atTarget({ id, rawKey, apiKeyId }: TestOrganization): TestOrganization {
    return organizationWithKey(this.target.request, id, { id: apiKeyId, raw_key: rawKey });
  }

  /** Starts the command that moves an organization from the source to the target. */
  move(organizationId: string, args: readonly string[] = [], to = this.databases[1]): RunningMove {
    const from = this.databases[0].server.adminUrl;
    return startMove(from, ['--organization', organizationId, '--to', to.server.adminUrl, ...args]);
  }

  async stop(): Promise<void> {
    await this.source.stop();
    await this.target.stop();
    await Promise.all(this.databases.map((it) => it.drop()));
  }
}

/** Starts the built command. */
export function startMove(from: string, args: readonly string[]): RunningMove {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: from, ENCRYPTION_KEY },
    cwd: tmpdir(), // not here: a developer's .env is not for tests
  });
  let output = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const look of waiting) look();
    });
  }
  const ended = new Promise<MoveResult>((resolve) => {
    child.once('close', (code) => {
      resolve({ code, output });
    });
  });
  const said = (text: string): Promise<boolean> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!output.includes(text)) return;
        waiting.delete(look);
        resolve(true);
      };
      waiting.add(look);
      look();
      void ended.then(() => resolve(output.includes(text)));
    });
  return { process: child, ended, said };
}

/** Returns the checks that were refused, as the command prints them. */
export function refusals({ output }: MoveResult): string[] {
  return output
    .split('\n')
    .filter((it) => it.startsWith('refused '))
    .map((it) => it.slice('refused '.length));
}
