import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { schema } from '../../src/bootstrap/schema';
import { migrate } from '../../src/platform/database/migrate';
import { asAccount, run, serverAccount } from '../../tools/embedded-postgres/account';
import { prepareBinaries } from '../../tools/embedded-postgres/binaries';
import {
  ensureCluster,
  ensurePassword,
  SUPERUSER,
  type Cluster,
} from '../../tools/embedded-postgres/cluster';
import { findPostmaster, startServer, stopServer } from '../../tools/embedded-postgres/pg-ctl';
import { choosePort } from '../../tools/embedded-postgres/port';
import { fastFolder } from './own-postgres';

const HOST = '127.0.0.1';
const DATABASE = 'billing';
const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  max_connections: '200',
  fsync: 'off',
  wal_level: 'logical',
};

interface Node extends Cluster {
  port: number;
}

/** A primary and a standby that replicates synchronously, on loopback. */
export class PostgresPair {
  private constructor(
    private readonly folder: string,
    private readonly bin: string,
    readonly primary: Node,
    readonly standby: Node,
  ) {}

  /** Starts the primary with a migrated database, then a copy of it as its synchronous standby. */
  static async start(): Promise<PostgresPair> {
    const folder = mkdtempSync(join(fastFolder(), 'billing-pair-'));
    const account = await serverAccount(join(folder, 'a'));
    if (account !== undefined) await chown(folder, account.uid, account.gid);
    const bin = await prepareBinaries(folder, account);
    const home = folder;
    const data = join(home, 'a');
    const password = await ensurePassword(home, data, account);
    await ensureCluster({ home, data, account, password }, bin, false);
    const node = async (name: string): Promise<Node> => ({
      ...{ home, data: join(home, name), account, password },
      port: await choosePort(join(home, `${name}.port`)),
    });
    const pair = new PostgresPair(folder, bin, await node('a'), await node('b'));
    await pair.prepare();
    return pair;
  }

  /** URL of the database on both hosts, the first primary first. */
  get url(): string {
    return this.urlOf(`${HOST}:${this.primary.port},${HOST}:${this.standby.port}`);
  }

  get primaryUrl(): string {
    return this.urlOf(`${HOST}:${this.primary.port}`);
  }

  get standbyUrl(): string {
    return this.urlOf(`${HOST}:${this.standby.port}`);
  }

  /** Kills the primary as a whole: the node is gone. */
  async killPrimary(): Promise<void> {
    const postmaster = await findPostmaster(this.primary, () => undefined);
    if (postmaster === undefined) throw new Error('The primary does not run');
    process.kill(-postmaster.pid, 'SIGKILL');
  }

  async promote(): Promise<void> {
    const { data, account } = this.standby;
    await run(join(this.bin, 'pg_ctl'), ['promote', '-D', data, '-w', '-s'], asAccount(account, data));
  }

  async stopStandby(): Promise<void> {
    await stopServer(this.standby, this.bin, 'immediate');
  }

  async startStandby(): Promise<void> {
    await this.serve(this.standby);
  }

  /** Runs a statement as the superuser on one of the nodes. */
  async query<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text, values)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  async drop(): Promise<void> {
    for (const node of [this.standby, this.primary]) {
      if ((await findPostmaster(node, () => undefined)) !== undefined)
        await stopServer(node, this.bin, 'immediate');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async prepare(): Promise<void> {
    await this.serve(this.primary);
    await this.query(this.urlOf(`${HOST}:${this.primary.port}`, 'postgres'), `CREATE DATABASE ${DATABASE}`);
    await migrate(this.primaryUrl, schema);
    await stopServer(this.primary, this.bin, 'fast');
    await this.copyPrimary();
    await this.serve(this.primary, { synchronous_standby_names: 'b' });
    await this.serve(this.standby);
  }

  private async copyPrimary(): Promise<void> {
    const { data, account } = this.standby;
    cpSync(this.primary.data, data, { recursive: true, preserveTimestamps: true });
    writeFileSync(join(data, 'standby.signal'), '');
    const { password } = this.primary;
    const connection = `host=${HOST} port=${this.primary.port} user=${SUPERUSER} password=${password} application_name=b`;
    appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`);
    await run('chmod', ['0700', data]);
    if (account !== undefined) await run('chown', ['-R', `${account.uid}:${account.gid}`, data]);
  }

  private async serve(node: Node, settings: Record<string, string> = {}): Promise<void> {
    await startServer(node, this.bin, { ...SETTINGS, ...settings, port: String(node.port) });
  }

  private urlOf(hosts: string, database = DATABASE): string {
    return `postgres://${SUPERUSER}:${this.primary.password}@${hosts}/${database}`;
  }
}
