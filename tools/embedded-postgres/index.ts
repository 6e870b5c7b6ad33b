import { join } from 'node:path';
import { serverAccount } from './account';
import { createDataFolder, ensurePassword, openDataDirectory } from './data-directory';
import { attachOrStart, startOnSamePort, type Session } from './open-server';
import { findRunning, runningPid, type LogLine, type Postmaster } from './postmaster';
import { databaseUrl } from './probe';
import { Roster } from './roster';
import { stopServer, type StopMode } from './server-process';

const WATCH_EVERY_MS = 1_000;
const AGAIN_AFTER_MS = 10_000;

export interface EmbeddedPostgresOptions {
  /** Folder for the cluster, password file and log, e.g. ./.data/postgres. Created if absent. */
  dataDir: string;
  /** false only in tests: fsync off, initdb --no-sync. Default true. */
  durable?: boolean;
  /** Extra server settings (name -> value), e.g. { max_connections: '200' }. Without effect when attaching. */
  settings?: Record<string, string>;
  /** Receives single human lines worth logging. */
  log?: LogLine;
}

export interface EmbeddedPostgres {
  /** postgres://user:password@127.0.0.1:port/database - database `billing` exists. */
  readonly url: string;
  readonly dataDir: string;
  /** True when a server that was already running, such as one left over from a killed process, was attached to. */
  readonly attached: boolean;
  /** The postmaster's; another one after a restart. */
  readonly pid: number;
  /**
   * Shuts the server down, unless another live process still uses it: then the last one to stop does.
   * 'fast' (the default) disconnects clients and writes a checkpoint; 'immediate' leaves recovery to the next start.
   * May be called again.
   */
  stop(mode?: StopMode): Promise<void>;
  /** Stops the server, whoever else uses it, and starts it again on the same port (fault tests). */
  restart(mode: StopMode): Promise<void>;
}

/**
 * Starts the private PostgreSQL of a folder, or attaches to it where it is already running. Nobody else looks after it:
 * a server that ends by itself (killed for want of memory) is started again.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, settings = {}, log = () => undefined } = options;
  const folder = await createDataFolder(dataDir);
  // Early, for its message: the roster would fail with a bare "permission denied" in another user's folder.
  await serverAccount(join(folder, 'cluster'));
  const roster = await Roster.open(join(folder, 'processes'));
  return roster.exclusively(async () => {
    const directory = await openDataDirectory(folder, durable, log);
    const password = await ensurePassword(directory);
    const session = { directory, password, durable, settings, log, expectsEnd: false };
    const { postmaster, attached } = await attachOrStart(session);
    await roster.join();
    const server = new EmbeddedServer(folder, attached, session, roster, postmaster);
    server.watch();
    return server;
  });
}

/** One user's hold on the server of a data directory. */
class EmbeddedServer implements EmbeddedPostgres {
  private stopping: Promise<void> | undefined;
  private nextLook: NodeJS.Timeout | undefined;

  constructor(
    readonly dataDir: string,
    readonly attached: boolean,
    private readonly session: Session,
    private readonly roster: Roster,
    private postmaster: Postmaster,
  ) {}

  get url(): string {
    return databaseUrl(this.postmaster.port, this.session.password);
  }

  get pid(): number {
    return this.postmaster.pid;
  }

  /** Looks from now on whether the server is there, until it is stopped. */
  watch(afterMs = WATCH_EVERY_MS): void {
    if (this.stopping !== undefined) return;
    this.nextLook = setTimeout(() => {
      this.revive().then(
        () => this.watch(),
        (error: unknown) => {
          if (this.stopping !== undefined) return;
          this.session.log(`the embedded PostgreSQL could not be started again: ${(error as Error).message}`);
          this.watch(AGAIN_AFTER_MS);
        },
      );
    }, afterMs).unref();
  }

  stop(mode: StopMode = 'fast'): Promise<void> {
    clearTimeout(this.nextLook);
    this.stopping ??= this.roster.exclusively(async () => {
      if ((await this.roster.leave()) > 0) {
        this.session.log('leaving the embedded PostgreSQL running: another process uses it');
        return;
      }
      await this.halt(mode);
    });
    return this.stopping;
  }

  async restart(mode: StopMode): Promise<void> {
    await this.roster.exclusively(async () => {
      if (this.stopping !== undefined) {
        throw new Error('The embedded PostgreSQL has been stopped');
      }
      await this.halt(mode);
      this.postmaster = await startOnSamePort(this.session, this.postmaster.port);
    });
  }

  private async revive(): Promise<void> {
    if (await this.isRunning()) return;
    await this.roster.exclusively(async () => {
      if (this.stopping !== undefined || (await this.isRunning())) return;
      const { directory, password, log } = this.session;
      const running = await findRunning(directory, password, log);
      this.postmaster = running ?? (await startOnSamePort(this.session, this.postmaster.port));
      log(`the embedded PostgreSQL is running again (process ${this.pid}, port ${this.postmaster.port})`);
    });
  }

  private async isRunning(): Promise<boolean> {
    return (await runningPid(this.session.directory.cluster)) === this.pid;
  }

  /** By the pid on file: another user may have restarted the server since we met it. */
  private async halt(mode: StopMode): Promise<void> {
    const { directory } = this.session;
    const pid = await runningPid(directory.cluster);
    if (pid !== undefined) {
      this.session.expectsEnd = true;
      await stopServer(directory, pid, mode);
    }
  }
}
