import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocBlock } from './doc-blocks';
import { eventually } from './eventually';

const ROOT = join(__dirname, '../..');
const START_LIMIT_MS = 60_000;
const RUN_LIMIT_MS = 60_000;
/** Below the ephemeral range, from which concurrently running tests get their ports. */
const LOWEST_PORT = 20_000;
const PORTS = 10_000;
/** `npm ci` would remove the packages that running tests use. */
const PROLOGUE = 'npm() { if [ "$1" != ci ]; then command npm "$@"; fi; }\n';

/** A block that starts a server, the port that the page shows, and the free port that replaces it. */
interface Server {
  block: DocBlock;
  shown: string;
  port: string;
}

/**
 * Runs the shell blocks of a page as a reader does: each block that starts a server in its own shell, all
 * others in order in one more shell. Replaces the ports of the page with free ones. Sets HOME and DATA_DIR to
 * a temporary folder.
 */
export class DocShell {
  /** Output of the blocks that start servers. */
  served = '';
  private readonly folder = mkdtempSync(join(tmpdir(), 'billing-docs-'));
  private readonly running: ChildProcess[] = [];

  constructor() {
    chmodSync(this.folder, 0o711); // as root, the embedded PostgreSQL runs under another account
    writeFileSync(join(this.folder, '.curlrc'), 'fail-with-body\n'); // makes curl fail on an error status
  }

  /**
   * Runs the blocks; returns the output of those that end.
   *
   * @throws Error with all output if one of them fails
   */
  async run(blocks: readonly DocBlock[], env: Record<string, string> = {}): Promise<string> {
    const servers = await serversOf(blocks);
    await Promise.all(servers.map((it) => this.serve(codeOf(it.block, servers), it.port, env)));
    const others = blocks.filter((it) => it.attributes.port === undefined);
    const shell = this.start(others.map((it) => codeOf(it, servers)).join(''), env);
    const timer = setTimeout(() => signal(shell, 'SIGKILL'), RUN_LIMIT_MS);
    let output = '';
    collect(shell, (text) => (output += text));
    const [code] = (await once(shell, 'close')) as [number | null];
    clearTimeout(timer);
    if (code !== 0) throw new Error(`bash ended with ${code ?? 'a signal'}\n${output}\n${this.served}`);
    return output;
  }

  /** Stops the servers and removes the folder. */
  async stop(): Promise<void> {
    for (const server of this.running) {
      const closed = once(server, 'close'); // emitted after the last process of the group has ended
      if (signal(server, 'SIGTERM')) await closed;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Starts a server and waits until its port responds. */
  private async serve(code: string, port: string, env: Record<string, string>): Promise<void> {
    const server = this.start(code, { ...env, PORT: port });
    this.running.push(server);
    process.once('exit', () => signal(server, 'SIGTERM'));
    collect(server, (text) => (this.served += text));
    await eventually(async () => {
      if (server.exitCode !== null)
        throw new Error(`A block that starts a server has ended:\n${this.served}`);
      const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
      return response?.ok === true ? true : null;
    }, START_LIMIT_MS);
  }

  /** Starts a shell in its own process group, without the environment of this process. */
  private start(code: string, env: Record<string, string>): ChildProcess {
    const own = { PATH: process.env.PATH, HOME: this.folder, DATA_DIR: this.folder };
    return spawn('bash', ['-euo', 'pipefail', '-c', PROLOGUE + code], {
      cwd: ROOT,
      env: { ...own, npm_config_update_notifier: 'false', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  }
}

function collect(child: ChildProcess, keep: (text: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', keep);
}

/** Signals the process group of a shell; returns whether it still exists. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals): boolean {
  try {
    return pid !== undefined && process.kill(-pid, name);
  } catch {
    return false;
  }
}

/**
 * Returns the code of a block, with its ports replaced by free ones, after a line that marks the block in the
 * output.
 */
function codeOf({ page, line, code }: DocBlock, servers: readonly Server[]): string {
  let text = `echo '--- ${page}:${line}'\n${code}\n`;
  for (const { shown, port } of servers) text = text.replace(new RegExp(`\\b${shown}\\b`, 'g'), port);
  return text;
}

async function serversOf(blocks: readonly DocBlock[]): Promise<Server[]> {
  const servers: Server[] = [];
  for (const block of blocks) {
    const { port: shown } = block.attributes;
    if (shown !== undefined) servers.push({ block, shown, port: await freePort() });
  }
  return servers;
}

async function freePort(): Promise<string> {
  const port = LOWEST_PORT + randomInt(PORTS);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return String(port);
}
