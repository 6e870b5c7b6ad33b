import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { schema } from '../../src/bootstrap/schema';
import { migrate } from '../../src/platform/database/migrate';
import { run, serverAccount } from '../../tools/embedded-postgres/account';
import { eventually } from './eventually';
import { fastFolder } from './own-postgres';
import { PatroniNode, type ClusterSettings } from './patroni-node';

const CONFIGURATION = join(__dirname, '../../docker/ha');
const DEBIAN_SERVERS = '/usr/lib/postgresql';
const NAMES = ['pg1', 'pg2', 'pg3'];
const START_LIMIT_MS = 90_000;
/** How often Patroni is asked for the state of the cluster: it is slow, and busy. */
const ASK_EVERY_MS = 200;

/** Whether Patroni, etcd and Debian's PostgreSQL are installed. CI has them: a missing one fails there. */
export function hasPatroni(): boolean {
  try {
    for (const command of ['patroni', 'etcd']) execFileSync(command, ['--version'], { stdio: 'ignore' });
    if (serverBin() !== null) return true;
  } catch {
    // explained below
  }
  if (process.env.CI !== undefined) return true;
  process.stderr.write(
    'Patroni is not installed (Debian: apt-get install postgresql patroni etcd-server): its tests are skipped\n',
  );
  return false;
}

/** A member of the cluster, as Patroni tells. */
export interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
  timeline?: number;
  lag?: number | 'unknown';
}

/** Three nodes of Patroni with etcd on loopback, with the configuration of docker/ha. */
export class PatroniCluster {
  readonly nodes: PatroniNode[] = [];
  private readonly pools = new Map<PatroniNode, Pool>();

  private constructor(
    readonly folder: string,
    private readonly passwords: Readonly<Record<'superuser' | 'owner' | 'service' | 'rest', string>>,
  ) {}

  /** Starts a cluster with a migrated database, and waits until both standbys follow. */
  static async start(): Promise<PatroniCluster> {
    const folder = mkdtempSync(join(fastFolder(), 'billing-patroni-'));
    chmodSync(folder, 0o711);
    const secret = (): string => randomBytes(16).toString('hex');
    const passwords = { superuser: secret(), owner: secret(), service: secret(), rest: secret() };
    const cluster = new PatroniCluster(folder, passwords);
    process.once('exit', cluster.killNow);
    try {
      await cluster.prepare();
      for (const node of cluster.nodes) node.start(cluster.nodes);
      await cluster.untilComplete();
      await migrate(cluster.ownerUrl, schema, cluster.url);
      return cluster;
    } catch (error) {
      await cluster.drop();
      throw error;
    }
  }

  /** URL of the login of the service, on all nodes. */
  get url(): string {
    return this.urlOf('billing_service', this.passwords.service);
  }

  /** As `url`, through a proxy. */
  urlAt(host: string): string {
    return this.urlOf('billing_service', this.passwords.service, host);
  }

  get ownerUrl(): string {
    return this.urlOf('billing_owner', this.passwords.owner);
  }

  /** Returns the nodes and their roles. */
  async members(): Promise<Member[]> {
    for (const node of this.nodes) {
      const response = await node.rest('/cluster').catch(() => null);
      if (response?.ok === true) return ((await response.json()) as { members: Member[] }).members;
    }
    return [];
  }

  /** Returns the node whose PostgreSQL takes writes. */
  async primary(): Promise<PatroniNode> {
    for (const node of this.nodes) {
      if ((await node.rest('/primary').catch(() => null))?.ok === true) return node;
    }
    throw new Error('No node is the primary');
  }

  /** Resolves once one node leads, one confirms its commits, and one follows, all on one timeline. */
  async untilComplete(): Promise<void> {
    const isComplete = (members: Member[]): boolean =>
      members.length === NAMES.length &&
      new Set(members.map((it) => it.timeline)).size === 1 &&
      members.every((it) => it.state === 'running' && it.timeline !== undefined) &&
      new Set(members.map((it) => it.role)).size === NAMES.length;
    const look = async (): Promise<true | null> => (isComplete(await this.members()) ? true : null);
    await eventually(look, START_LIMIT_MS, ASK_EVERY_MS).catch(async (error: unknown) => {
      const logs = this.nodes.map((it) => it.logTail()).join('\n');
      throw new Error(`${JSON.stringify(await this.members())}\n${logs}`, { cause: error });
    });
  }

  /** Asks Patroni for something that needs its password, such as a switchover. */
  async command(path: string, body: object): Promise<Response> {
    const authorization = `Basic ${Buffer.from(`patroni:${this.passwords.rest}`).toString('base64')}`;
    const node = await this.primary();
    return node.rest(path, { method: 'POST', headers: { authorization }, body: JSON.stringify(body) });
  }

  /** Runs a statement as the superuser on one node. */
  async query<Row>(node: PatroniNode, text: string, values: unknown[] = []): Promise<Row[]> {
    const password = this.passwords.superuser;
    const connectionString = `postgres://postgres:${password}@${node.host}/billing`;
    const pool = this.pools.get(node) ?? new Pool({ connectionString, max: 1 });
    if (!this.pools.has(node)) pool.on('error', () => undefined); // the node was killed; the next query dials again
    this.pools.set(node, pool);
    return (await pool.query(text, values)).rows as Row[];
  }

  async drop(): Promise<void> {
    process.off('exit', this.killNow);
    await Promise.all([...this.pools.values()].map((it) => it.end()));
    await Promise.all(this.nodes.map((it) => it.stop()));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  private readonly killNow = (): void => {
    for (const node of this.nodes) node.killNow();
  };

  private async prepare(): Promise<void> {
    const configuration = join(this.folder, 'ha');
    cpSync(CONFIGURATION, configuration, { recursive: true });
    await run('chmod', ['-R', 'a+rX', configuration]);
    const { superuser, owner, rest } = this.passwords;
    const bin = serverBin();
    if (bin === null) throw new Error(`No PostgreSQL in ${DEBIAN_SERVERS}`);
    const settings: ClusterSettings = {
      configuration,
      account: await serverAccount(this.folder),
      bin,
      env: {
        ...etcdSettings(),
        PATRONI_SUPERUSER_PASSWORD: superuser,
        PATRONI_REPLICATION_PASSWORD: superuser,
        PATRONI_REWIND_PASSWORD: superuser,
        PATRONI_RESTAPI_USERNAME: 'patroni',
        PATRONI_RESTAPI_PASSWORD: rest,
        BILLING_OWNER_PASSWORD: owner,
      },
    };
    for (const name of NAMES) this.nodes.push(await PatroniNode.prepare(name, this.folder, settings));
  }

  private urlOf(user: string, password: string, hosts = this.nodes.map((it) => it.host).join(',')): string {
    return `postgres://${user}:${password}@${hosts}/billing`;
  }
}

/** Returns the programs of Debian's newest PostgreSQL. */
function serverBin(): string | null {
  if (!existsSync(DEBIAN_SERVERS)) return null;
  const versions = readdirSync(DEBIAN_SERVERS)
    .map(Number)
    .sort((a, b) => b - a);
  const bins = versions.map((it) => join(DEBIAN_SERVERS, String(it), 'bin'));
  return bins.find((it) => existsSync(join(it, 'postgres'))) ?? null;
}

function etcdSettings(): Record<string, string> {
  const lines = readFileSync(join(CONFIGURATION, 'etcd.env'), 'utf8').split('\n');
  return Object.fromEntries(
    lines.filter((it) => /^[A-Z]/.test(it)).map((it) => it.split('=', 2) as [string, string]),
  );
}
