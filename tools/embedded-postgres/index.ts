import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverAccount } from './account';
import { prepareBinaries } from './binaries';
import { SUPERUSER, ensureCluster, ensurePassword, type Cluster } from './cluster';
import { DATABASE, Hold } from './hold';
import { chooseHome } from './home';
import { logTail, startServer, stopServer, type StopMode } from './pg-ctl';
import { HOST, awaitFree, choosePort } from './port';
import { findPostmaster } from './postmaster';

export { POINTER } from './home';
export { findStandIns, removeStandIn, standInPlaces, type StandIn } from './stand-ins';

export interface EmbeddedPostgresOptions {
  /** Folder for the cluster, password file and log, e.g. ./.data/postgres. Created if missing. */
  dataDir: string;
  /** False only in tests: turns fsync off, and runs initdb with --no-sync. Default true. */
  durable?: boolean;
  /** Additional server settings; ignored if the server is already running. */
  settings?: Record<string, string>;
  /** Receives messages to log, one line each. */
  log?: (line: string) => void;
}

const POLL_MS = 25;
const SILENCE_LIMIT_MS = 30_000;
const NOTICE_MS = 3_000;
const AGAIN_AFTER_MS = 10_000;
const SETTINGS = {
  listen_addresses: HOST,
  // Disables Unix sockets, because their paths are limited to about 100 bytes and the data folder's may be longer.
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
};
/** Leaves synchronous_commit on, so that commits survive an immediate restart in tests too. */
const VOLATILE = { fsync: 'off', full_page_writes: 'off' };

interface Options extends Required<Omit<EmbeddedPostgresOptions, 'dataDir'>> {
  /** Port to use for a restart, because clients already know it; default: a free port. */
  port?: number;
}

/**
 * Starts the private PostgreSQL of a folder, or connects to it if it is already running. Restarts the server if it ends
 * unexpectedly (e.g. killed for lack of memory). The last process that uses the server stops it.
 *
 * @throws Error with a remedy if the folder, the account or the binaries cannot be used
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, settings = {}, log = () => undefined } = options;
  await mkdir(resolve(dataDir), { recursive: true });
  const folder = await realpath(resolve(dataDir)); // two spellings of one folder must share one server
  const home = await realpath(await chooseHome(folder, durable, log));
  const data = join(home, 'cluster');
  const account = await serverAccount(data);
  const password = await ensurePassword(home, data, account);
  const cluster = { home, data, account, password };
  const { hold, attached } = await connect(cluster, { durable, settings, log });
  return new EmbeddedPostgres(cluster, { durable, settings, log }, attached, hold);
}

/** The hold of this process on the server of a data folder. */
export class EmbeddedPostgres {
  private stopping: Promise<void> | undefined;
  private reviving: Promise<void> = Promise.resolve();

  /**
   * @param attached whether the server was already running, because another process uses it or a killed process left it
   * behind
   */
  constructor(
    private readonly cluster: Cluster,
    private readonly options: Options,
    readonly attached: boolean,
    private hold: Hold,
  ) {
    hold.watch(() => this.revive());
  }

  /** URL of the database `billing`, as superuser. */
  get url(): string {
    const { port } = this.hold.postmaster;
    return `postgres://${SUPERUSER}:${this.cluster.password}@${HOST}:${port}/${DATABASE}`;
  }

  /** Process ID of the postmaster; it changes with a restart. */
  get pid(): number {
    return this.hold.postmaster.pid;
  }

  /** Folder that holds the cluster: the data folder or its stand-in. */
  get home(): string {
    return this.cluster.home;
  }

  /** Releases the server, and shuts it down unless another process uses it. Later calls return the same promise. */
  stop(mode: StopMode = 'fast'): Promise<void> {
    this.stopping ??= this.end(mode);
    return this.stopping;
  }

  /** Restarts the server on the same port, even if other processes use it (fault tests). */
  async restart(mode: StopMode): Promise<void> {
    if (this.stopping !== undefined) throw new Error('The embedded PostgreSQL has been stopped');
    await this.hold.release();
    await halt(this.cluster, this.options, mode);
    await this.hold.drop();
    await this.reconnect();
  }

  private async end(mode: StopMode): Promise<void> {
    await this.reviving; // otherwise a running reconnect could start the server again
    try {
      if (await this.hold.release()) await halt(this.cluster, this.options, mode);
      else this.options.log('leaving the embedded PostgreSQL running: another process uses it');
    } finally {
      await this.hold.drop();
    }
  }

  private async reconnect(): Promise<void> {
    const { port } = this.hold.postmaster;
    this.hold = (await connect(this.cluster, { ...this.options, port })).hold;
    this.hold.watch(() => this.revive());
  }

  /**
   * Reconnects when the connection of the hold is lost, because the server has ended or has dropped all connections.
   */
  private revive(): void {
    const { options, pid } = this;
    if (this.stopping !== undefined) return;
    this.reviving = this.reconnect().then(
      () => {
        if (this.pid === pid) return;
        options.log(`the embedded PostgreSQL ended and was restarted (process ${this.pid})`);
      },
      (error: unknown) => {
        options.log(`the embedded PostgreSQL could not be restarted: ${(error as Error).message}`);
        setTimeout(() => this.revive(), AGAIN_AFTER_MS).unref();
      },
    );
  }
}

/** Takes hold of the running server, or starts one. Safe to call from several processes at the same time. */
async function connect(cluster: Cluster, options: Options): Promise<{ hold: Hold; attached: boolean }> {
  const { log } = options;
  const notice = setTimeout(() => log('waiting until the embedded PostgreSQL is ready'), NOTICE_MS);
  let lastSign = Date.now();
  let attached = true;
  try {
    for (;;) {
      const postmaster = await findPostmaster(cluster.data, log);
      const hold = postmaster === undefined ? 'silent' : await Hold.take(cluster, postmaster);
      if (hold instanceof Hold) {
        const { pid, port } = hold.postmaster;
        const where = `process ${pid}, port ${port}`;
        if (attached) log(`using the embedded PostgreSQL that is already running (${where})`);
        return { hold, attached };
      }
      if (hold === 'busy') lastSign = Date.now(); // recovery or a shutdown may take longer than the limit
      if (Date.now() - lastSign > SILENCE_LIMIT_MS) {
        throw new Error(`The server of ${cluster.data} does not respond. ${await logTail(cluster)}`);
      }
      if (postmaster === undefined && (await start(cluster, options))) {
        attached = false;
        lastSign = Date.now();
      } else await sleep(POLL_MS);
    }
  } finally {
    clearTimeout(notice);
  }
}

/** Starts the server unless another process does. Returns whether this process started it. */
async function start(cluster: Cluster, { durable, settings, log, port }: Options): Promise<boolean> {
  const bin = await prepareBinaries(cluster.home, cluster.account);
  if (await ensureCluster(cluster, bin, durable)) log(`created an empty database in ${cluster.home}`);
  if (port !== undefined) await awaitFree(port);
  const chosen = String(port ?? (await choosePort(join(cluster.home, 'port'))));
  return startServer(cluster, bin, { ...SETTINGS, ...(durable ? {} : VOLATILE), port: chosen, ...settings });
}

async function halt(cluster: Cluster, { log }: Options, mode: StopMode): Promise<void> {
  if ((await findPostmaster(cluster.data, log)) === undefined) return;
  await stopServer(cluster, await prepareBinaries(cluster.home, cluster.account), mode);
}
