import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from './eventually';
import { isInstalled } from './installed';

const COMMAND = 'haproxy';
/** How often HAProxy checks a server, in milliseconds; one failure or success decides. */
const CHECK_MS = 100;
/** Of the statistics in CSV form. */
const STATUS_COLUMN = 17;
const UP_LIMIT_MS = 30_000;

/** Returns whether HAProxy is installed. */
export const hasHaproxy = (): boolean => isInstalled(COMMAND, 'haproxy', '-v');

/** How HAProxy passes requests on: one by one, or the connections that carry them. */
export type ProxyMode = 'http' | 'tcp';

/**
 * An HAProxy that never repeats a request, in front of local ports that can change. It listens on sockets in a folder of
 * its own, so that it cannot meet a port in use.
 */
export class Haproxy {
  /** What the process wrote to its standard error. */
  private said = '';

  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {
    process.stderr?.on('data', (chunk: Buffer) => {
      this.said += chunk.toString();
    });
  }

  static async start(ports: readonly number[]): Promise<Haproxy> {
    const folder = mkdtempSync(join(tmpdir(), 'billing-haproxy-'));
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, configuration(folder, ports));
    const child = spawn(COMMAND, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    const proxy = new Haproxy(child, folder);
    try {
      await once(child, 'spawn');
      await proxy.allUp();
    } catch (error) {
      await proxy.stop();
      throw error;
    }
    return proxy;
  }

  /** The Unix socket for a mode. */
  socketPath(mode: ProxyMode): string {
    return join(this.folder, mode);
  }

  /** Sends requests to another port in place of a server that has ended. Resolves once that port is ready. */
  async replace(index: number, port: number): Promise<void> {
    for (const mode of ['tcp', 'http']) {
      const said = await this.command(`set server ${mode}/s${index} addr 127.0.0.1 port ${port}`);
      if (!said.includes('changed')) throw new Error(`HAProxy refuses the port: ${said}`);
    }
    await this.allUp();
  }

  async stop(): Promise<void> {
    if (!this.hasEnded) {
      const ended = once(this.process, 'exit');
      this.process.kill('SIGKILL');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  /** Resolves once HAProxy has found all servers ready. */
  private async allUp(): Promise<void> {
    await eventually(async () => {
      if (this.hasEnded) throw new Error(`HAProxy has ended: ${this.said}`);
      const csv = await this.command('show stat').catch(() => '');
      const servers = csv.split('\n').filter((it) => /^(http|tcp),s\d/.test(it));
      const isUp = servers.every((it) => it.split(',')[STATUS_COLUMN]?.startsWith('UP') === true);
      return servers.length > 0 && isUp ? true : null;
    }, UP_LIMIT_MS);
  }

  private async command(line: string): Promise<string> {
    const socket = connect(join(this.folder, 'control'));
    const said = text(socket);
    socket.end(`${line}\n`);
    return (await said).trim();
  }
}

/**
 * `retries 0`: a request that meets a closed connection fails, so that the test sees it. The timeout of checks is long,
 * because a server that is merely slow must not be taken out.
 */
const configuration = (folder: string, ports: readonly number[]): string => `
global
  stats socket ${folder}/control level admin
defaults
  retries 0
  no option redispatch
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 10s
frontend http-in
  mode http
  bind ${folder}/http
  default_backend http
backend http
  mode http
  http-reuse always
  option httpchk GET /health/ready
  default-server check inter ${CHECK_MS}ms fall 1 rise 1
${ports.map((port, n) => `  server s${n} 127.0.0.1:${port}`).join('\n')}
frontend tcp-in
  mode tcp
  bind ${folder}/tcp
  default_backend tcp
backend tcp
  mode tcp
${ports.map((port, n) => `  server s${n} 127.0.0.1:${port} track http/s${n}`).join('\n')}
`;
