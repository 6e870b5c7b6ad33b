import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ROOT, type DocBlock } from './doc-blocks';

/** What a page's shell blocks printed: together, and each long-running one by its line. */
export interface ShellRun {
  code: number | null;
  output: string;
  /** Output of the blocks marked `service`. */
  services: string;
}

/** A setting of the run: what stands on the page, and what is used in its place. */
export type Replacements = Readonly<Record<string, string>>;

const DEADLINE_MS = 240_000;

/**
 * Runs the shell blocks of a page as one session, in their order. A block marked `service` runs in the background until
 * the end; the next block waits until its port answers. curl fails on an error status.
 */
export async function runShellBlocks(
  blocks: readonly DocBlock[],
  folder: string,
  replacements: Replacements,
): Promise<ShellRun> {
  mkdirSync(join(folder, 'logs'), { recursive: true });
  writeFileSync(join(folder, '.curlrc'), 'fail-with-body\n');
  const path = join(folder, 'page.sh');
  writeFileSync(path, script(blocks, folder, replacements));
  const env: NodeJS.ProcessEnv = { ...process.env, CURL_HOME: folder, DATA_DIR: join(folder, 'data') };
  for (const name of ['NODE_ENV', 'DATABASE_URL', 'MIGRATION_DATABASE_URL'])
    Reflect.deleteProperty(env, name); // those of the test run
  const shell = spawn('bash', [path], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: DEADLINE_MS,
  });
  const output: Buffer[] = [];
  shell.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  shell.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve) => shell.on('close', resolve));
  const logs = readdirSync(join(folder, 'logs')).map((it) => readFileSync(join(folder, 'logs', it), 'utf8'));
  return { code, output: Buffer.concat(output).toString(), services: logs.join('\n') };
}

const BEGINNING = `
set -euo pipefail -m
services=()
stop() {
  for group in "\${services[@]}"; do kill -TERM -- "-$group" 2>/dev/null || true; done
  wait
}
trap stop EXIT
answers() {
  for _ in $(seq 600); do
    if curl -q -sf -o /dev/null "http://127.0.0.1:$1/health/ready"; then return; fi
    sleep 0.1
  done
  echo "Nothing answers on port $1" >&2
  exit 1
}
`;

function script(blocks: readonly DocBlock[], folder: string, replacements: Replacements): string {
  const parts = blocks.map((block) => {
    const code = replaced(block.code, replacements);
    const title = `echo "--- ${block.page}:${block.line}"\n`;
    return block.flags.includes('service')
      ? title + serviceOf(code, join(folder, 'logs', String(block.line)), replacements)
      : `${title}${code}\n`;
  });
  return [BEGINNING, ...parts].join('\n');
}

/** The port is the one that the block names, or the default of the service. */
function serviceOf(code: string, log: string, replacements: Replacements): string {
  const port =
    /PORT=(\d+)/.exec(code)?.[1] ?? /listen\((\d+)/.exec(code)?.[1] ?? replacements['3000'] ?? '3000';
  return `( export PORT=${port}\n${code}\n) > ${log} 2>&1 &\nservices+=($!)\nanswers ${port}\n`;
}

function replaced(code: string, replacements: Replacements): string {
  return Object.entries(replacements).reduce((text, [from, to]) => text.replaceAll(from, to), code);
}

/** Returns ports that nothing listens on. */
export async function freePorts(count: number): Promise<string[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((it) => new Promise((resolve) => it.once('listening', resolve))));
  const ports = servers.map((it) => String((it.address() as AddressInfo).port));
  await Promise.all(servers.map((it) => new Promise((resolve) => it.close(resolve))));
  return ports;
}
