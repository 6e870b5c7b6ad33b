import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { docBlocks } from './doc-blocks';
import { eventually } from './eventually';
import { freePort } from './free-port';
import { isInstalled } from './installed';
import { fastFolder } from './own-postgres';

const COMMAND = 'nats-server';
const START_LIMIT_MS = 20_000;
/** Of the service, with a password that must be escaped in a URL. */
const SERVICE = { user: 'billing', pass: 'p@ss/word' };
const PASSWORDS = { PATH: process.env.PATH, BILLING_PASSWORD: SERVICE.pass, ACME_PASSWORD: 'acme' };
/** Of the tests. */
const ADMIN = { user: 'admin', pass: 'admin' };

/** Whether NATS is installed. */
export const hasNats = (): boolean => isInstalled(COMMAND, 'nats-server');

/** A message of the stream of rejected messages. */
export interface RejectedMessage {
  subject: string;
  body: string;
  errors: { field: string; code: string; message: string }[];
}

interface Server {
  port: number;
  clusterPort: number;
  process: ChildProcess | null;
}

/** NATS servers with JetStream on loopback, as a cluster if there are several. */
export class NatsServers {
  private readonly folder = mkdtempSync(join(fastFolder(), 'billing-nats-'));
  private readonly file = join(this.folder, 'nats.conf');
  private connection: NatsConnection | null = null;

  private constructor(private readonly servers: readonly Server[]) {}

  /** Reserves ports for servers that `start` starts. */
  static async prepare(count = 1): Promise<NatsServers> {
    const servers: Server[] = [];
    for (let n = 0; n < count; n++) {
      servers.push({ port: await freePort(), clusterPort: await freePort(), process: null });
    }
    return new NatsServers(servers);
  }

  /** Resolves once JetStream answers. */
  async start(): Promise<void> {
    writeFileSync(this.file, configuration());
    for (const [index, server] of this.servers.entries()) {
      server.process = spawn(COMMAND, this.options(index, server), { stdio: 'ignore', env: PASSWORDS });
    }
    await eventually(
      () =>
        this.manager()
          .then((it) => it.getAccountInfo())
          .catch(() => null),
      START_LIMIT_MS,
    );
  }

  /** What USAGE_STREAM is for a stream. */
  url(stream: string): string {
    const hosts = this.servers.map((it) => `127.0.0.1:${it.port}`).join(',');
    return `nats://${SERVICE.user}:${encodeURIComponent(SERVICE.pass)}@${hosts}/${stream}`;
  }

  /** Makes a stream with the subjects `<prefix>.*` on all servers, as soon as they are able to. */
  async addStream(name: string, prefix: string): Promise<void> {
    await eventually(
      () =>
        this.manager()
          .then((it) =>
            it.streams.add({ name, subjects: [`${prefix}.*`], num_replicas: this.servers.length }),
          )
          .catch(() => null),
      START_LIMIT_MS,
    );
  }

  async manager(): Promise<JetStreamManager> {
    return jetstreamManager(await this.connected(), { checkAPI: false });
  }

  async client(): Promise<JetStreamClient> {
    return jetstream(await this.connected());
  }

  /** Returns how many messages of a stream its consumer has not settled. */
  async waiting(stream: string, consumer = 'billing'): Promise<number> {
    const info = await (await this.manager()).consumers.info(stream, consumer);
    return info.num_pending + info.num_ack_pending;
  }

  /** Returns what was rejected of a stream. */
  async rejected(stream: string): Promise<RejectedMessage[]> {
    const manager = await this.manager();
    const { state } = await manager.streams.info(`${stream}_REJECTED`);
    const messages: RejectedMessage[] = [];
    for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++) {
      const message = await manager.streams.getMessage(`${stream}_REJECTED`, { seq });
      if (message === null) continue;
      const errors = JSON.parse(message.header.get('Billing-Errors')) as RejectedMessage['errors'];
      messages.push({ subject: message.subject, body: message.string(), errors });
    }
    return messages;
  }

  /** SIGKILL; the others go on. */
  async kill(index: number): Promise<void> {
    const child = this.servers[index]?.process;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.connection?.close();
    await Promise.all(this.servers.map((_, index) => this.kill(index)));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async connected(): Promise<NatsConnection> {
    this.connection ??= await connect({
      servers: this.servers.map((it) => `127.0.0.1:${it.port}`),
      ...ADMIN,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
    });
    return this.connection;
  }

  private options(index: number, { port, clusterPort }: Server): string[] {
    const options = [
      ...['--config', this.file, '--name', `n${index}`, '--addr', '127.0.0.1', '--port', String(port)],
      ...['--jetstream', '--store_dir', join(this.folder, String(index))],
    ];
    if (this.servers.length === 1) return options;
    const routes = this.servers.map((it) => `nats://127.0.0.1:${it.clusterPort}`).join(',');
    return [
      ...options,
      ...['--cluster_name', 'test', '--cluster', `nats://127.0.0.1:${clusterPort}`, '--routes', routes],
    ];
  }
}

/** Returns what docs/scaling.md#who-may-publish shows, with the login of the tests. */
function configuration(): string {
  const [block] = docBlocks().filter((it) => it.code.startsWith('authorization {'));
  if (block === undefined) throw new Error('docs/scaling.md shows no permissions');
  return block.code.replace('users = [', `users = [{ user: ${ADMIN.user}, password: ${ADMIN.pass} },`);
}
