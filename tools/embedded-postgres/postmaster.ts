import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The server process of a cluster, according to its lock file. */
export interface Postmaster {
  pid: number;
  port: number;
}

/**
 * Returns the running server of this cluster; undefined if there is none. Removes a postmaster.pid that would keep a
 * new server from starting: one cut short by a crash, or one whose PID now belongs to another program. Leaves a file
 * that names no process: PostgreSQL replaces it, and finds in it the shared memory that old backends may still use.
 *
 * @param data PGDATA of the cluster, without symbolic links
 */
export async function findPostmaster(
  data: string,
  log: (line: string) => void,
): Promise<Postmaster | undefined> {
  const file = join(data, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n'); // pid, data directory, start time, port, ...
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)) || 0;
  const isOurs = pid === 0 ? false : serves(pid, data);
  if (isOurs === undefined) return undefined;
  if (isOurs) return { pid, port: Number(lines[3] ?? 0) };
  log(`removing a stale postmaster.pid: process ${pid} is not the server of ${data}`);
  await rm(file, { force: true });
  return undefined;
}

/**
 * Returns whether a process is the server of this cluster; undefined if the process does not exist. Returns false for a
 * zombie, because an orphan may never be reaped, and for a backend, which replaces its command line with a title.
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
 * Returns the working directory of a server that was started manually. Root without CAP_SYS_PTRACE, as in a default
 * container, may not read it.
 */
function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
