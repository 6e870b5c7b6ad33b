import { execFile, spawn, type ChildProcess } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runAs, serverEnvironment } from './account';
import { prepareBinaries } from './binaries';
import type { DataDirectory } from './data-directory';
import { HOST } from './port';
import { waitUntilReady, type LogLine, type Postmaster } from './postmaster';
import { sleep, waitUntilGone } from './processes';
import { logSize, logTail, openLog, rotateLog } from './server-log';

export type StopMode = 'fast' | 'immediate';

export interface Launch {
  directory: DataDirectory;
  binFolder: string;
  port: number;
  password: string;
  durable: boolean;
  settings: Record<string, string>;
  log: LogLine;
  /** The server, once it was up, is gone. */
  onEnd: () => void;
}

/** The server did not come up; `transient` when its predecessor had not quite ended. */
class StartFailure extends Error {
  constructor(
    message: string,
    readonly transient: boolean,
  ) {
    super(message);
  }
}

const TRANSIENT_LIMIT_MS = 15_000;
const FAST_STOP_LIMIT_MS = 60_000;
const IMMEDIATE_STOP_LIMIT_MS = 15_000;
const run = promisify(execFile);

/** Starts the server and waits until it accepts connections. */
export async function startServer(launch: Launch): Promise<Postmaster> {
  const deadline = Date.now() + TRANSIENT_LIMIT_MS;
  for (;;) {
    try {
      return await attemptStart(launch);
    } catch (error) {
      if (!(error instanceof StartFailure) || !error.transient || Date.now() > deadline) {
        throw error;
      }
      await sleep(200);
    }
  }
}

async function attemptStart(launch: Launch): Promise<Postmaster> {
  const { directory, port, password, log, onEnd } = launch;
  await rotateLog(directory);
  const logStart = await logSize(directory);
  const logFile = await openLog(directory);
  const child = spawnServer(launch, logFile);
  // Before anything is awaited: a server that ends at once ends only once.
  let end: string | undefined;
  child.once('error', (error) => (end = error.message));
  child.once('exit', (code, signal) => (end = signal === null ? `exit code ${code}` : `ended by ${signal}`));
  await logFile.close();
  const target = { port, password, cluster: directory.cluster };
  try {
    const isReady = await waitUntilReady(target, () => Promise.resolve(end === undefined), log);
    if (isReady && child.pid !== undefined) {
      child.once('exit', onEnd);
      return { pid: child.pid, port };
    }
  } catch (error) {
    end = (error as Error).message;
  }
  child.kill('SIGQUIT');
  const tail = await logTail(directory, logStart);
  const transient = /pre-existing shared memory block|lock file .* already exists/.test(tail);
  throw new StartFailure(`The embedded PostgreSQL did not start (${end ?? 'no answer'}). ${tail}`, transient);
}

function spawnServer(launch: Launch, logFile: FileHandle): ChildProcess {
  const { directory, binFolder } = launch;
  const child = spawn(join(binFolder, 'postgres'), serverArguments(launch), {
    ...runAs(directory.account),
    // PostgreSQL must be able to return to the directory it is started in, and ours may be closed to its account.
    cwd: directory.cluster,
    env: serverEnvironment(),
    stdio: ['ignore', logFile.fd, logFile.fd],
    // A session of its own: Ctrl-C goes to the whole process group, and would stop the server before our last writes.
    detached: true,
    windowsHide: true,
  });
  child.unref();
  return child;
}

function serverArguments({ directory, port, durable, settings }: Launch): string[] {
  const all: Record<string, string> = {
    listen_addresses: HOST,
    // No sockets in the file system: their paths are limited to about 100 bytes, and ours may be longer.
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // Not synchronous_commit: without fsync it costs nothing, and commits must outlive an immediate restart in tests too.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', directory.cluster, '-p', String(port), ...options];
}

/**
 * Stops the server and waits until it is gone. A fast shutdown that does not end (a disk that hangs) is followed by an
 * immediate one: the next start recovers from the log, nothing committed is lost.
 */
export async function stopServer(directory: DataDirectory, pid: number, mode: StopMode): Promise<void> {
  await requestStop(directory, pid, mode);
  if (await waitUntilGone(pid, mode === 'fast' ? FAST_STOP_LIMIT_MS : IMMEDIATE_STOP_LIMIT_MS)) {
    return;
  }
  await requestStop(directory, pid, 'immediate');
  if (!(await waitUntilGone(pid, IMMEDIATE_STOP_LIMIT_MS))) {
    throw new Error(`The embedded PostgreSQL (process ${pid}) does not stop`);
  }
}

async function requestStop(directory: DataDirectory, pid: number, mode: StopMode): Promise<void> {
  if (process.platform === 'win32') {
    // Windows has no signals: process.kill would end the postmaster and leave its children.
    const binFolder = await prepareBinaries(directory);
    await run(join(binFolder, 'pg_ctl'), ['stop', '-D', directory.cluster, '-m', mode, '--no-wait']);
    return;
  }
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}
