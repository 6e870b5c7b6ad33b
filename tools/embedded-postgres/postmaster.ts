import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The server process of a cluster, by its lock file. */
export interface Postmaster {
  pid: number;
  port: number;
}

/**
 * Returns the running server of this cluster; undefined when there is none. Removes a postmaster.pid that would keep a
 * new server from starting: one cut short by a crash, or one whose pid belongs to another program by now. A file that
 * names no process is left: PostgreSQL replaces it and finds in it the shared memory that old backends may still use.
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
 * Returns whether a process is the server of this cluster; undefined when there is no such process. A zombie is not: an
 * orphan that nobody reaps stays one for ever. Neither is a backend, which replaces its command line by a title.
 */
function serves(pid: number, data: string): boolean | undefined {
  try {
    if (process.platform === 'linux') return isPostmasterOf(data, pid);
    if (process.platform === 'win32') return process.kill(pid, 0); // Windows only tells that it lives
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

/** Of a server that was started by hand. Root without CAP_SYS_PTRACE, as in a default container, may not read it. */
function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
