import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { HOST } from '../../tools/embedded-postgres/port';
import { eventually } from './eventually';
import { ownPort } from './own-port';
import type { PatroniNode } from './patroni-node';

const FILE = join(__dirname, '../../docker/ha/haproxy.cfg');
const UP_LIMIT_MS = 30_000;

/** HAProxy with the configuration of docker/ha, in front of API processes and the nodes of a cluster. */
export class ClusterProxy {
  private constructor(
    private readonly process: ChildProcess,
    private readonly ports: Readonly<Record<'api' | 'primary' | 'replica' | 'stats', number>>,
  ) {}

  /** @param apiPorts of two API processes, which may be down */
  static async start(
    folder: string,
    nodes: readonly PatroniNode[],
    apiPorts: readonly number[],
  ): Promise<ClusterProxy> {
    const ports = {
      api: await ownPort(folder),
      primary: await ownPort(folder),
      replica: await ownPort(folder),
      stats: await ownPort(folder),
    };
    const env: NodeJS.ProcessEnv = { PATH: process.env.PATH };
    for (const [name, it] of Object.entries(ports)) env[`${name.toUpperCase()}_LISTEN`] = `${HOST}:${it}`;
    for (const [index, it] of apiPorts.entries()) env[`API${index + 1}`] = `${HOST}:${it}`;
    for (const { name, host, ports: own } of nodes) {
      env[name.toUpperCase()] = host;
      env[`${name.toUpperCase()}_REST_PORT`] = String(own.rest);
    }
    const proxy = new ClusterProxy(spawn('haproxy', ['-db', '-f', FILE], { stdio: 'ignore', env }), ports);
    await eventually(() => fetch(`http://${HOST}:${ports.stats}/health`).catch(() => null), UP_LIMIT_MS);
    return proxy;
  }

  /** Of the API. */
  get url(): string {
    return `http://${HOST}:${this.ports.api}`;
  }

  /** Host and port of a standby, and of the primary. */
  get replica(): string {
    return `${HOST}:${this.ports.replica}`;
  }

  get primary(): string {
    return `${HOST}:${this.ports.primary}`;
  }

  /** Resolves once HAProxy sends requests to an API process. */
  async apiUp(): Promise<void> {
    await eventually(async () => {
      const response = await fetch(`${this.url}/health/ready`).catch(() => null);
      return response?.ok === true ? true : null;
    }, UP_LIMIT_MS);
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
  }
}
