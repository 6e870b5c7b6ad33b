import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { asAccount, giveTo, run } from './account';
import type { Cluster } from './cluster';

/** `fast` disconnects clients and writes a checkpoint; `immediate` leaves recovery to the next start. */
export type StopMode = 'fast' | 'immediate';

const LOG = 'server.log';
const TRANSIENT = /pre-existing shared memory block|lock file .* already exists/;

/**
 * Starts the server in a session of its own, which outlives this process, and waits until it accepts connections.
 * Returns false when its predecessor, or another process's start, has not quite ended.
 *
 * @throws Error with the end of the server's log.
 */
export async function startServer(cluster: Cluster, bin: string, settings: Record<string, string>) {
  const { data, account } = cluster;
  const logFile = join(cluster.home, LOG);
  await (await open(logFile, 'a', 0o600)).close();
  await giveTo(account, logFile);
  const { size } = await stat(logFile);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${plain(value)}`);
  const args = ['start', '-D', data, '-l', logFile, '-w', '-t', '600', '-s', '-o', options.join(' ')];
  try {
    await run(join(bin, 'pg_ctl'), args, asAccount(account, data));
    return true;
  } catch {
    const tail = await logTail(cluster, size);
    if (TRANSIENT.test(tail)) return false;
    throw new Error(`The embedded PostgreSQL did not start. ${tail}`);
  }
}

/**
 * Stops the server and waits until it is gone. A fast shutdown that does not end (a disk that hangs) is followed by an
 * immediate one: the next start recovers from the log, nothing committed is lost.
 */
export async function stopServer({ data, account }: Cluster, bin: string, mode: StopMode): Promise<void> {
  const stop = (how: StopMode) =>
    run(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', how, '-w', '-s'], asAccount(account, data));
  try {
    await stop(mode);
  } catch (error) {
    const isGone = /no server running|PID file .* does not exist/i.test((error as Error).message);
    if (!isGone) await stop('immediate');
  }
}

/** Returns the last lines written after an offset, for an error message. */
export async function logTail(cluster: Cluster, since = 0): Promise<string> {
  const logFile = join(cluster.home, LOG);
  const text = (await readFile(logFile).catch(() => Buffer.alloc(0))).subarray(since).toString('utf8');
  return `Its log, ${logFile}, ends:\n${text.trim().split('\n').slice(-20).join('\n')}`;
}

/** pg_ctl hands its options to a shell. */
function plain(value: string): string {
  if (!/^[\w.-]*$/.test(value)) throw new Error(`"${value}" is not a plain value of a server setting`);
  return value;
}

/** The server process of a cluster, by its lock file. */
export type Postmaster = Record<'pid' | 'port', number>;

/**
 * Returns the running server of this cluster; undefined when there is none. Removes a postmaster.pid that would keep a
 * new server from starting: one cut short by a crash, or one whose pid belongs to another program by now. A file that
 * names no process is left: PostgreSQL replaces it and finds in it the shared memory that old backends may still use.
 */
export async function findPostmaster({ data }: Pick<Cluster, 'data'>, log: (line: string) => void) {
  const file = join(data, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)) || 0;
  const command = pid === 0 ? '' : commandOf(pid);
  if (command === undefined) return undefined;
  if (/^postg?res|^postmaster/.test(basename(command))) return { pid, port: Number(lines[3] ?? 0) };
  log(`removing a stale postmaster.pid: process ${pid} is not the server of ${data}`);
  await rm(file, { force: true });
  return undefined;
}

/** Returns the program of a live process, '' of a zombie: an orphan that nobody reaps stays one for ever. */
function commandOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0];
    if (process.platform === 'win32') return `postgres ${process.kill(pid, 0)}`; // Windows only tells that it lives
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
