import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually } from './eventually';
import { freePort } from './free-port';
import { isInstalled } from './installed';

const COMMAND = 'pgbouncer';
const START_LIMIT_MS = 20_000;

/** Whether PgBouncer is installed. */
export const hasPgBouncer = (): boolean => isInstalled(COMMAND, 'pgbouncer');

/** A PgBouncer in front of a database, which listens on the same port after each start. */
export class PgBouncer {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly folder: string,
    private readonly file: string,
    /** That of the database, through PgBouncer. */
    readonly url: string,
  ) {}

  /** @param settings of PgBouncer, as `name = value` */
  static async start(databaseUrl: string, settings: readonly string[]): Promise<PgBouncer> {
    const folder = mkdtempSync(join(tmpdir(), 'billing-pgbouncer-'));
    const port = await freePort();
    const file = join(folder, 'pgbouncer.ini');
    const [database, users] = [new URL(databaseUrl), join(folder, 'users.txt')];
    const { username, password } = database;
    writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
    writeFileSync(file, configuration(database, port, users, settings));
    chmodSync(folder, 0o755); // it drops its rights before it reads the users
    const url = new URL(databaseUrl);
    url.port = String(port);
    const bouncer = new PgBouncer(folder, file, url.href);
    await bouncer.launch();
    return bouncer;
  }

  /** Kills it with all its connections, and starts it again. */
  async restart(): Promise<void> {
    await this.kill();
    await this.launch();
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async launch(): Promise<void> {
    const root = process.getuid?.() === 0 ? ['-u', 'nobody'] : []; // it refuses to run as root
    const child = spawn(COMMAND, ['-q', ...root, this.file], { stdio: 'ignore' });
    this.child = child;
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${String(child.exitCode)}`);
      const client = new Client({ connectionString: this.url });
      const isUp = await client.connect().then(
        () => true,
        () => null,
      );
      await client.end().catch(() => undefined);
      return isUp;
    }, START_LIMIT_MS);
  }

  private async kill(): Promise<void> {
    if (this.child?.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    this.child = null;
  }
}

const configuration = (database: URL, port: number, users: string, settings: readonly string[]): string => `
[databases]
* = host=${database.hostname} port=${database.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
${settings.join('\n')}
`;
