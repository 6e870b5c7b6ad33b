import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataDirectory } from './data-directory';
import { readIfPresent } from './files';
import { probe, type Target } from './probe';
import { isPostmasterOf, pidState, sleep } from './processes';
import { logTail } from './server-log';

/** A server process that serves a cluster, whoever started it. */
export interface Postmaster {
  pid: number;
  port: number;
}

export type LogLine = (line: string) => void;

type Verdict = 'none' | 'stale' | 'unknown' | 'ours';

const POLL_MS = 25;
/** Without any answer. A server that answers that it is recovering or stopping may take its time. */
const SILENCE_LIMIT_MS = 30_000;
/** For a process that the platform does not let us look into: a server of ours would answer something by then. */
const UNKNOWN_LIMIT_MS = 5_000;
const BUSY_LIMIT_MS = 10 * 60_000;
const BUSY_NOTICE_MS = 3_000;

/**
 * The live server of this cluster, once it accepts connections; one that is still starting or recovering is waited
 * for. undefined when there is none, or none any more: then a postmaster.pid that would keep a new one from starting
 * has been removed. One that names no process at all is left alone: PostgreSQL replaces it itself, and finds in it the
 * shared memory that backends of a killed postmaster may still be using.
 */
export async function findRunning(
  directory: DataDirectory,
  password: string,
  log: LogLine,
): Promise<Postmaster | undefined> {
  const { cluster } = directory;
  for (;;) {
    const found = await readPidFile(cluster);
    const verdict = found === undefined ? 'none' : judge(found.pid, cluster);
    if (found === undefined || verdict === 'none') {
      return undefined;
    }
    if (verdict === 'stale') {
      await removePidFile(cluster, found.pid, log);
      return undefined;
    }
    const isThere = async (): Promise<boolean> => (await runningPid(cluster)) === found.pid;
    const limit = verdict === 'unknown' ? UNKNOWN_LIMIT_MS : SILENCE_LIMIT_MS;
    if (await waitUntilReady({ ...found, password, cluster }, isThere, log, limit)) {
      return found;
    }
    if (!(await isThere())) {
      continue;
    }
    if (verdict === 'ours') {
      throw new Error(
        `Process ${found.pid} serves ${cluster} but does not answer. ${await logTail(directory)}`,
      );
    }
    await removePidFile(cluster, found.pid, log);
  }
}

/** The pid in postmaster.pid, if a server of this cluster can be running under it. */
export async function runningPid(cluster: string): Promise<number | undefined> {
  const found = await readPidFile(cluster);
  const verdict = found === undefined ? 'none' : judge(found.pid, cluster);
  return verdict === 'ours' || verdict === 'unknown' ? found?.pid : undefined;
}

/** True once the server accepts connections; false as soon as there is nothing left to wait for. */
export async function waitUntilReady(
  target: Target,
  isThere: () => Promise<boolean>,
  log: LogLine,
  silenceLimitMs = SILENCE_LIMIT_MS,
): Promise<boolean> {
  const begin = Date.now();
  let lastAnswer = begin;
  let noticed = false;
  while (await isThere()) {
    const answer = await probe(target);
    if (answer === 'ready') {
      return true;
    }
    const now = Date.now();
    lastAnswer = answer === 'busy' ? now : lastAnswer;
    if (now - lastAnswer > silenceLimitMs || now - begin > BUSY_LIMIT_MS) {
      return false;
    }
    if (!noticed && now - begin > BUSY_NOTICE_MS) {
      noticed = true;
      log('waiting for the embedded PostgreSQL, which is not ready to accept connections yet');
    }
    await sleep(POLL_MS);
  }
  return false;
}

function judge(pid: number, cluster: string): Verdict {
  if (pid === 0) {
    return 'stale';
  }
  const state = pidState(pid);
  if (state !== 'alive') {
    return state === 'gone' ? 'none' : 'stale';
  }
  const isOurs = isPostmasterOf(pid, cluster);
  if (isOurs === undefined) {
    return 'unknown';
  }
  return isOurs ? 'ours' : 'stale';
}

/** Lines: pid, data directory, start time, port, ... A file cut short by a crash, at which a new server would give up, has pid 0. */
async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readIfPresent(pidFile(cluster));
  if (text === undefined) {
    return undefined;
  }
  const lines = text.split('\n');
  return { pid: Math.abs(Number.parseInt(lines[0] ?? '', 10)) || 0, port: Number(lines[3] ?? 0) };
}

async function removePidFile(cluster: string, pid: number, log: LogLine): Promise<void> {
  log(`removing a stale postmaster.pid: process ${pid} is not the server of ${cluster}`);
  await rm(pidFile(cluster), { force: true });
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}
