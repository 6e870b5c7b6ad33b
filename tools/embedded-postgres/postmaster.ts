import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

const LOCK_FILE = 'postmaster.pid';

/** The server process of a cluster, according to its lock file. */
export interface Postmaster {
  pid: number;
  port: number;
}

/**
 * Returns the running server of this cluster; undefined if there is none. Removes a postmaster.pid that would prevent a
 * start: one that a crash has truncated, or whose PID now belongs to another program. Leaves a file whose process no
 * longer exists: PostgreSQL replaces it, and needs it to find the shared memory that old backends may still use.
 *
 * @param data PGDATA of the cluster, without symbolic links
 */
export async function findPostmaster(
  data: string,
  log: (line: string) => void,
): Promise<Postmaster | undefined> {
  const found = await readLockFile(data);
  if (found?.isOurs !== false)
    return found?.isOurs === true ? { pid: found.pid, port: found.port } : undefined;
  log(`removing a stale postmaster.pid: process ${found.pid} is not the server of ${data}`);
  await rm(join(data, LOCK_FILE), { force: true });
  return undefined;
}

/** Returns whether a server of this cluster is running. Changes nothing. */
export async function isServed(data: string): Promise<boolean> {
  return (await readLockFile(data))?.isOurs === true;
}

/** Reads postmaster.pid. `isOurs` is undefined if the process does not exist. */
async function readLockFile(
  data: string,
): Promise<(Postmaster & { isOurs?: boolean | undefined }) | undefined> {
  const text = await readFile(join(data, LOCK_FILE), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n'); // pid, data directory, start time, port, ...
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)) || 0;
  return { pid, port: Number(lines[3] ?? 0), isOurs: pid === 0 ? false : serves(pid, data) };
}

/**
 * Returns whether a process is the server of this cluster; undefined if the process does not exist. Returns false for a
 * zombie, which may never be reaped, and for a backend, which shows a title instead of its command line.
 */
function serves(pid: number, data: string): boolean | undefined {
  try {
    if (process.platform === 'linux') return isPostmasterOf(data, pid);
    if (process.platform === 'win32') return process.kill(pid, 0); // on Windows, only existence can be checked
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(data);
  } catch {
    return undefined;
  }
}

function isPostmasterOf(data: string, pid: number): boolean {
  const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  if (!/^postg?res|^postmaster/.test(basename(args[0] ?? ''))) return false;
  return args.includes(data) || workingDirectory(pid) === data;
}

/**
 * Returns the working directory of a process, or undefined if it cannot be read. Root needs CAP_SYS_PTRACE for that,
 * which a default container lacks. A server that was started by hand may show its data folder only here.
 */
function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
