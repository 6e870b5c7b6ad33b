import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import embedded from '../../dist/tools/embedded-postgres/index.js';

/** Ticks in /proc are hundredths of a second on every Linux that Node runs on. */
const MICROS_PER_TICK = 10_000;

const SETTINGS = {
  // Records commit timestamps, which the latency from commit to arrival needs.
  track_commit_timestamp: 'on',
  // Keeps automatic checkpoints out of the measurements; the benchmark runs one before each measurement.
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
};

/** The server of all contestants: the service's embedded PostgreSQL, with fsync, in a temporary folder. */
export class Server {
  #postgres;
  #stopping;

  static async start() {
    const server = new Server();
    server.folder = await mkdtemp(join(tmpdir(), 'billing-bench-'));
    server.#postgres = await embedded.startEmbeddedPostgres({
      dataDir: server.folder,
      durable: true,
      settings: SETTINGS,
    });
    return server;
  }

  async stop() {
    this.#stopping ??= this.#postgres.stop().then(() => rm(this.folder, { recursive: true, force: true }));
    await this.#stopping;
  }

  url(database) {
    const url = new URL(this.#postgres.url);
    url.pathname = `/${database}`;
    return url.toString();
  }

  /** Runs one statement in the server's own database, not in a contestant's. */
  async query(text) {
    const client = await this.connect(new URL(this.#postgres.url).pathname.slice(1));
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  async connect(database) {
    const client = new pg.Client({ connectionString: this.url(database), application_name: 'bench' });
    client.on('error', () => undefined); // dropping the database breaks its open connections
    await client.connect();
    return client;
  }

  async createDatabase(name, template = 'template1') {
    await this.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  }

  async dropDatabase(name) {
    await this.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  /**
   * Returns the CPU time that all server processes have used so far, in microseconds; null if the system does not
   * report it.
   */
  cpuMicros() {
    try {
      const postmaster = stat(this.#postgres.pid);
      const children = readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => statOrNull(pid))
        .filter((it) => it?.parent === this.#postgres.pid);
      const ticks = children.reduce((sum, it) => sum + it.own, postmaster.own + postmaster.ended);
      return ticks * MICROS_PER_TICK;
    } catch {
      return null;
    }
  }
}

function stat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent] = fields;
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15);
  return { parent, own: user + system, ended: endedUser + endedSystem };
}

function statOrNull(pid) {
  try {
    return stat(pid);
  } catch {
    return null; // the process has ended
  }
}
