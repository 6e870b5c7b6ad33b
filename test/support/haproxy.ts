import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from './eventually';
import { isInstalled } from './installed';
import { isLong } from './long-form';

const COMMAND = 'haproxy';
/** A check that does not cost the short form seconds. */
const QUICK_CHECK = 'inter 100ms fall 1 rise 1';
/** Index of the status column in the CSV statistics. */
const STATUS_COLUMN = 17;
const UP_LIMIT_MS = 30_000;

/** Returns whether HAProxy is installed. */
export const hasHaproxy = (): boolean => isInstalled(COMMAND, 'haproxy', '-v');

/** How HAProxy forwards traffic: as single requests or as whole connections. */
export type ProxyMode = 'http' | 'tcp';

/**
 * An HAProxy that never retries a request, in front of local ports that can change. It listens on sockets in
 * its own folder, so that it cannot collide with a port in use.
 */
export class Haproxy {
  /** Standard error of the process. */
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

  /** Returns the path of the Unix socket for a mode. */
  socketPath(mode: ProxyMode): string {
    return join(this.folder, mode);
  }

  /** Replaces the port of a server that has ended. Resolves once the new port is ready. */
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

  /** Resolves once HAProxy reports all servers as up. */
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

/** Returns the check that docs/operations.md recommends: in the long form as it is, else quicker. */
function checkLine(): string {
  const page = readFileSync(join(__dirname, '../../docs/operations.md'), 'utf8');
  const [line] = /default-server check .*/.exec(page) ?? [];
  if (line === undefined) throw new Error('docs/operations.md has no check for HAProxy');
  return isLong ? line : line.replace(/inter \w+ fall \d+ rise \d+/, QUICK_CHECK);
}

/**
 * `retries 0` makes a request on a closed connection fail, so that the test sees it. The check timeout is
 * long, so that HAProxy does not take out a server that is merely slow.
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
  ${checkLine()}
${ports.map((port, n) => `  server s${n} 127.0.0.1:${port}`).join('\n')}
frontend tcp-in
  mode tcp
  bind ${folder}/tcp
  default_backend tcp
backend tcp
  mode tcp
${ports.map((port, n) => `  server s${n} 127.0.0.1:${port} track http/s${n}`).join('\n')}
`;
