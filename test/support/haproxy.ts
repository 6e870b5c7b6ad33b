import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from './eventually';
import { freePort } from './free-port';
import { isInstalled } from './installed';

const COMMAND = 'haproxy';
/** How often HAProxy checks a server, in milliseconds; one failure or success decides. */
export const CHECK_MS = 150;

/** Where docker/cells/haproxy.cfg is. */
const CELLS = join(__dirname, '../../docker/cells');

const STATS = '/haproxy-stats';
/** Of the statistics in CSV form. */
const STATUS_COLUMN = 17;
const UP_LIMIT_MS = 30_000;

/** Whether HAProxy is installed. */
export const hasHaproxy = (): boolean => isInstalled(COMMAND, 'haproxy', '-v');

/** An HAProxy in front of the given ports, which never repeats a request. */
export class Haproxy {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    readonly url: string,
  ) {}

  static async start(servers: readonly number[]): Promise<Haproxy> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'billing-haproxy-'));
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, configuration(port, servers));
    const child = spawn(COMMAND, ['-db', '-f', file], { stdio: 'ignore' });
    return new Haproxy(child, folder, `http://127.0.0.1:${port}`);
  }

  /** Starts one with docker/cells/haproxy.cfg as it is, in front of one service per cell. */
  static async ofCells(urls: { eu1: string; us1: string }): Promise<Haproxy> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'billing-cells-'));
    const addressOf = (url: string): string => new URL(url).host;
    const env = {
      PATH: process.env.PATH,
      CELLS_BIND: `127.0.0.1:${port}`,
      CELL_EU1: addressOf(urls.eu1),
      CELL_US1: addressOf(urls.us1),
      CELLS_SOCKET: join(folder, 'cells.sock'),
    };
    const child = spawn(COMMAND, ['-db', '-C', CELLS, '-f', 'haproxy.cfg'], { stdio: 'ignore', env });
    const proxy = new Haproxy(child, folder, `http://127.0.0.1:${port}`);
    await eventually(() =>
      fetch(`${proxy.url}/health/ready`).then(
        ({ ok }) => ok || null,
        () => null,
      ),
    );
    return proxy;
  }

  /** Adds lines to exceptions.map of `ofCells`, at run time. */
  async except(lines: readonly string[]): Promise<void> {
    const socket = connect(join(this.folder, 'cells.sock'));
    const answer = text(socket);
    socket.end(`${lines.map((it) => `add map exceptions.map ${it}`).join(';')}\n`);
    const said = (await answer).trim();
    if (said !== '') throw new Error(`HAProxy refuses the exceptions: ${said}`);
  }

  /** Resolves once HAProxy has found all servers ready. */
  async allUp(): Promise<void> {
    await eventually(async () => {
      const csv = await fetch(`${this.url}${STATS};csv`).then(
        (response) => response.text(),
        () => '',
      );
      const servers = csv.split('\n').filter((it) => it.startsWith('billing,s'));
      return servers.length > 0 && servers.every((it) => it.split(',')[STATUS_COLUMN] === 'UP') ? true : null;
    }, UP_LIMIT_MS);
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * `retries 0`: a request that meets a closed connection fails, so that the test sees it. The timeout of checks is long,
 * because a server that is merely slow must not be taken out.
 */
const configuration = (port: number, servers: readonly number[]): string => `
defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 10s
  timeout http-keep-alive 30s
  option http-keep-alive
  http-reuse always
frontend api
  bind 127.0.0.1:${port}
  stats uri ${STATS}
  default_backend billing
backend billing
  balance roundrobin
  option httpchk GET /health/ready
  default-server check inter ${CHECK_MS}ms fall 1 rise 1
${servers.map((it, n) => `  server s${n} 127.0.0.1:${it}`).join('\n')}
`;
