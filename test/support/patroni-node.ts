import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asAccount, giveTo, type Account } from '../../tools/embedded-postgres/account';
import { HOST } from '../../tools/embedded-postgres/port';
import { eventually } from './eventually';
import { ownPort } from './own-port';

const STOP_LIMIT_MS = 10_000;

/** Ports of a node. */
interface Ports {
  postgres: number;
  /** Patroni's REST API. */
  rest: number;
  /** Of etcd: for clients, and for the other nodes. */
  client: number;
  peer: number;
}

/** What the nodes of a cluster have in common. */
export interface ClusterSettings {
  /** A copy of docker/ha. */
  configuration: string;
  account: Account | undefined;
  /** Where `postgres` is. */
  bin: string;
  /** Passwords, and the settings of etcd. */
  env: Readonly<Record<string, string>>;
}

/** One node of a cluster: etcd, Patroni and the PostgreSQL that Patroni starts, as docker/ha runs them. */
export class PatroniNode {
  private etcd: ChildProcess | null = null;
  private patroni: ChildProcess | null = null;

  private constructor(
    readonly name: string,
    readonly ports: Ports,
    private readonly folder: string,
    private readonly settings: ClusterSettings,
  ) {}

  /** Reserves ports and a folder. */
  static async prepare(name: string, home: string, settings: ClusterSettings): Promise<PatroniNode> {
    const folder = join(home, name);
    mkdirSync(folder, { mode: 0o700 });
    const ports = {
      postgres: await ownPort(home),
      rest: await ownPort(home),
      client: await ownPort(home),
      peer: await ownPort(home),
    };
    await giveTo(settings.account, folder);
    return new PatroniNode(name, ports, folder, settings);
  }

  get host(): string {
    return `${HOST}:${this.ports.postgres}`;
  }

  get etcdMember(): string {
    return `${this.name}=http://${HOST}:${this.ports.peer}`;
  }

  /** Starts the node, or starts it again after it was killed. */
  start(nodes: readonly PatroniNode[]): void {
    this.etcd = this.run('etcd', [], this.etcdEnv(nodes));
    this.patroni = this.run('patroni', ['patroni.yml'], this.patroniEnv(nodes));
  }

  /** Kills everything on the node at once. */
  async kill(): Promise<void> {
    const gone = this.endOfPrograms();
    this.killNow();
    await gone;
  }

  /** Kills Patroni and etcd, and lets PostgreSQL remove its shared memory. */
  async stop(): Promise<void> {
    const gone = this.endOfPrograms();
    this.killPrograms();
    await gone;
    const [postmaster] = this.postgresProcesses();
    if (postmaster === undefined) return;
    kill(postmaster, 'SIGQUIT');
    await eventually(() => (this.postgresProcesses().length === 0 ? true : null), STOP_LIMIT_MS);
  }

  /** As `kill`, without waiting: for the end of this process. */
  killNow(): void {
    const postgres = this.postgresProcesses();
    this.killPrograms(); // first: Patroni would start PostgreSQL again
    for (const pid of postgres) kill(pid);
  }

  /** Asks Patroni. */
  async rest(path: string, init?: RequestInit): Promise<Response> {
    return fetch(`http://${HOST}:${this.ports.rest}${path}`, { ...init, signal: AbortSignal.timeout(5000) });
  }

  /** Whether the etcd of this node leads: its loss costs an election, and renews all locks for their full time. */
  async leadsEtcd(): Promise<boolean> {
    const url = `http://${HOST}:${this.ports.client}/v3/maintenance/status`;
    const response = await fetch(url, { method: 'POST', body: '{}' });
    const status = (await response.json()) as { header: { member_id: string }; leader: string };
    return status.header.member_id === status.leader;
  }

  /** Returns the end of the logs of Patroni and etcd, to explain a failure. */
  logTail(): string {
    const tail = (name: string): string =>
      readFileSync(join(this.folder, `${name}.log`), 'utf8')
        .split('\n')
        .slice(-15)
        .join('\n');
    return `${this.name}:\n${tail('patroni')}\n${tail('etcd')}`;
  }

  /** The environment of Patroni and of its command-line tool. */
  patroniEnv(nodes: readonly PatroniNode[]): Record<string, string> {
    const { bin, env } = this.settings;
    return {
      ...env,
      PATH: `${bin}:${process.env.PATH ?? ''}`,
      PATRONI_NAME: this.name,
      PATRONI_ETCD3_HOSTS: nodes.map((it) => `${HOST}:${it.ports.client}`).join(','),
      PATRONI_RESTAPI_LISTEN: `${HOST}:${this.ports.rest}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${HOST}:${this.ports.rest}`,
      PATRONI_POSTGRESQL_LISTEN: this.host,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: this.host,
      PATRONI_POSTGRESQL_DATA_DIR: this.dataDir,
      PATRONI_POSTGRESQL_BIN_DIR: bin,
      PATRONI_POSTGRESQL_PGPASS: join(this.folder, 'pgpass'),
    };
  }

  /** With what they run, such as pg_basebackup. */
  private killPrograms(): void {
    for (const { pid } of this.programs) kill(-(pid ?? 0));
  }

  private async endOfPrograms(): Promise<void> {
    await Promise.all(this.programs.map((it) => once(it, 'exit')));
  }

  /** Those that run. */
  private get programs(): ChildProcess[] {
    const started = [this.patroni, this.etcd].filter((it) => it !== null);
    return started.filter((it) => it.exitCode === null && it.signalCode === null);
  }

  private get dataDir(): string {
    return join(this.folder, 'postgres');
  }

  private etcdEnv(nodes: readonly PatroniNode[]): Record<string, string> {
    const peer = `http://${HOST}:${this.ports.peer}`;
    const client = `http://${HOST}:${this.ports.client}`;
    return {
      ...this.settings.env,
      ETCD_NAME: this.name,
      ETCD_DATA_DIR: join(this.folder, 'etcd'),
      ETCD_LISTEN_PEER_URLS: peer,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
      ETCD_LISTEN_CLIENT_URLS: client,
      ETCD_ADVERTISE_CLIENT_URLS: client,
      ETCD_INITIAL_CLUSTER: nodes.map((it) => it.etcdMember).join(','),
    };
  }

  private run(command: string, args: string[], env: Record<string, string>): ChildProcess {
    const { account, configuration } = this.settings;
    const log = openSync(join(this.folder, `${command}.log`), 'a', 0o600);
    const as = asAccount(account, configuration);
    const stdio: SpawnOptions['stdio'] = ['ignore', log, log];
    const environment = { ...as.env, LC_ALL: 'C.UTF-8', ...env };
    return spawn(command, args, { ...as, env: environment, stdio, detached: true });
  }

  /** The postmaster and its children, which are process groups of their own. */
  private postgresProcesses(): number[] {
    try {
      const pid = Number.parseInt(readFileSync(join(this.dataDir, 'postmaster.pid'), 'utf8'), 10);
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.dataDir)) return [];
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
      return [pid, ...children.trim().split(' ').filter(Boolean).map(Number)];
    } catch {
      return []; // it does not run
    }
  }
}

/** @param pid negative for a process group; 0 for a program that did not start */
function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    if (pid !== 0) process.kill(pid, signal);
  } catch {
    // gone already
  }
}
