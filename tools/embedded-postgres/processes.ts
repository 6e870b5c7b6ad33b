import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** What a pid found in a lock file turns out to be. */
export type PidState = 'gone' | 'zombie' | 'alive';

interface ProcStat {
  state: string;
  started: string;
}

/** Linux only; undefined elsewhere or once the process is gone. */
function readProcStat(pid: number): ProcStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in parentheses and may itself contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** One column of `ps` (macOS has no /proc); empty when unknown. */
function ps(pid: number, column: string): string {
  try {
    const env = { ...process.env, LC_ALL: 'C' };
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8', env }).trim();
  } catch {
    return '';
  }
}

/**
 * A zombie still answers signal 0. Where nobody reaps orphans (a container whose first process is not an init)
 * a killed server stays one for ever, so it must not count as alive.
 */
export function pidState(pid: number): PidState {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'alive' : 'gone';
  }
  const state = readProcStat(pid)?.state;
  return state === 'Z' || state === 'X' ? 'zombie' : 'alive';
}

/**
 * Distinguishes a process from a later one that was given the same pid. Contains no dots; empty where the platform
 * does not tell (Windows), and then the pid alone has to do.
 */
export function startedAt(pid: number): string {
  const stat = readProcStat(pid);
  if (stat !== undefined) {
    return `${bootId()}-${stat.started}`;
  }
  const started = process.platform === 'darwin' ? Date.parse(ps(pid, 'lstart')) : NaN;
  return Number.isNaN(started) ? '' : String(started);
}

/** Start times on Linux count from boot, so they can recur after one. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
  } catch {
    return '';
  }
}

/**
 * Is this live process a PostgreSQL server of that cluster? undefined where the platform does not show
 * what a process runs. Backends do not qualify: they replace their command line by a title.
 */
export function isPostmasterOf(pid: number, cluster: string): boolean | undefined {
  if (process.platform === 'win32') {
    return undefined;
  }
  if (process.platform !== 'linux') {
    const command = ps(pid, 'command');
    return command.includes('postgres') && command.includes(cluster);
  }
  const args = commandLine(pid);
  if (args === undefined) {
    // Another user's process under hidepid: a server of ours would run as us and be visible.
    return false;
  }
  const isPostgres = /^postg?res|^postmaster/.test(basename(args[0] ?? ''));
  return isPostgres && (args.some((arg) => arg.endsWith(cluster)) || workingDirectory(pid) === cluster);
}

function commandLine(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return undefined;
  }
}

/** Only a second opinion: root without CAP_SYS_PTRACE (any default container) may not read it. */
function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

export async function waitUntilGone(pid: number, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (pidState(pid) === 'alive') {
    if (Date.now() > deadline) {
      return false;
    }
    await sleep(20);
  }
  return true;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
