import { execFile } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The system account that runs the server when this process is root, because PostgreSQL refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

export const run = promisify(execFile);

/**
 * Environment variables that the server inherits. Excludes secrets, and PG* variables, which would affect the server.
 */
const INHERITED = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'TEMP', 'TMP', 'SystemRoot', 'ComSpec'];

/**
 * Returns the account to run the server as; undefined for the account of this process. An existing cluster keeps its
 * owner, so that both root and the user who created it can start it.
 *
 * @throws Error if the cluster belongs to another user, or if root finds no account to use
 */
export async function serverAccount(cluster: string): Promise<Account | undefined> {
  const owner = await stat(cluster).catch(() => undefined);
  const uid = process.getuid?.();
  if (uid !== 0) {
    if (uid === undefined || owner === undefined || owner.uid === uid) return undefined;
    const remedy = 'start as that user or as root, or use another folder';
    throw new Error(`${cluster} belongs to uid ${owner.uid}: ${remedy}`);
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    try {
      const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { uid: Number(user.stdout), gid: Number(group.stdout) };
    } catch {
      // the account does not exist; try the next one
    }
  }
  const remedy = 'start as a normal user, or set DATABASE_URL to your own server';
  throw new Error(
    `PostgreSQL does not run as root, and neither postgres nor nobody exists as an account: ${remedy}`,
  );
}

/** Returns options that run a child process under the server's account, with a minimal environment. */
export function asAccount(account: Account | undefined, cwd: string) {
  const inherited = INHERITED.map((name) => [name, process.env[name]]).filter(([, value]) => value);
  const env = { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' } as NodeJS.ProcessEnv;
  // Node expects signed 32-bit IDs here, but unsigned ones for chown. The ID of nobody is -2 on macOS.
  const ids = account === undefined ? {} : { uid: account.uid | 0, gid: account.gid | 0 };
  return { ...ids, env, cwd, windowsHide: true };
}

export async function changeOwner(account: Account | undefined, path: string): Promise<void> {
  if (account !== undefined) await chown(path, account.uid, account.gid);
}
