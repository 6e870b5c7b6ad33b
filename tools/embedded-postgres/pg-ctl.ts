import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asAccount, changeOwner, run } from './account';
import type { Cluster } from './cluster';

/** `fast` disconnects clients and writes a checkpoint; `immediate` leaves recovery to the next start. */
export type StopMode = 'fast' | 'immediate';

const LOG = 'server.log';
const ROTATE_BYTES = 20 * 1024 * 1024;
const TRANSIENT = /pre-existing shared memory block|lock file .* already exists/;

/**
 * Starts the server in its own session, which outlives this process, and waits until it accepts connections. Returns
 * false if another server is still stopping or already starting; the caller tries again.
 *
 * @throws Error with the last lines of the server's log
 */
export async function startServer(cluster: Cluster, bin: string, settings: Record<string, string>) {
  const { data, account } = cluster;
  const logFile = join(cluster.home, LOG);
  for (const path of [bin, data, logFile]) assertQuotable(path);
  const logStart = await openLog(logFile, account);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${plain(value)}`);
  const args = ['start', '-D', data, '-l', logFile, '-w', '-t', '600', '-s', '-o', options.join(' ')];
  try {
    await run(join(bin, 'pg_ctl'), args, asAccount(account, data));
    return true;
  } catch (error) {
    const tail = await logTail(cluster, logStart);
    if (TRANSIENT.test(tail)) return false;
    const reason = (error as Error & { stderr?: string }).stderr?.trim() ?? '';
    throw new Error(`The embedded PostgreSQL did not start (${reason}). ${tail}`, { cause: error });
  }
}

/**
 * Stops the server and waits until it is gone. If a fast shutdown does not end (e.g. because a disk hangs), follows up
 * with an immediate one: the next start recovers from the write-ahead log, so no commit is lost.
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

/**
 * Returns a sentence with the last lines of the log, for an error message.
 *
 * @param since offset in bytes from which to read
 */
export async function logTail({ home }: Cluster, since = 0): Promise<string> {
  const logFile = join(home, LOG);
  const text = (await readFile(logFile).catch(() => Buffer.alloc(0))).subarray(since).toString('utf8');
  return `Its log, ${logFile}, ends:\n${text.trim().split('\n').slice(-20).join('\n')}`;
}

/** Creates the log for the account, after rotating it if it is large. Returns its size in bytes. */
async function openLog(logFile: string, account: Cluster['account']): Promise<number> {
  const before = await stat(logFile).catch(() => undefined);
  // A running server keeps writing to the renamed file. The rename fails if another process has just rotated the log.
  if ((before?.size ?? 0) > ROTATE_BYTES) await rename(logFile, `${logFile}.1`).catch(() => undefined);
  await (await open(logFile, 'a', 0o600)).close();
  await changeOwner(account, logFile);
  return (await stat(logFile)).size;
}

/**
 * Returns the value if pg_ctl can pass it on. pg_ctl passes its options to a shell without quoting values.
 *
 * @throws Error for any other value
 */
function plain(value: string): string {
  if (!/^[\w.-]*$/.test(value)) throw new Error(`"${value}" is not a plain value of a server setting`);
  return value;
}

function assertQuotable(path: string): void {
  if (process.platform !== 'win32' && /["$`\\]/.test(path)) {
    throw new Error(`${path} contains one of " $ \` and \\, which pg_ctl does not quote: use another folder`);
  }
}
