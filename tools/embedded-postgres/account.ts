import { execFile } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The account the server runs under when we ourselves are root, which PostgreSQL refuses to run as. */
export interface ServerAccount {
  name: string;
  uid: number;
  gid: number;
}

const run = promisify(execFile);

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * undefined: run as ourselves. An existing cluster keeps its owner, so that root and the user who created it can take
 * turns; otherwise `postgres`, or `nobody` where that does not exist.
 */
export async function serverAccount(cluster: string): Promise<ServerAccount | undefined> {
  const owner = await stat(cluster).catch(() => undefined);
  const uid = process.getuid?.();
  if (uid !== 0) {
    if (uid !== undefined && owner !== undefined && owner.uid !== uid) {
      throw new Error(
        `${cluster} belongs to uid ${owner.uid}: start as that user or as root, or use another folder`,
      );
    }
    return undefined;
  }
  if (owner !== undefined && owner.uid !== 0) {
    return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  }
  const account = (await lookUp('postgres')) ?? (await lookUp('nobody'));
  if (account === undefined) {
    throw new Error(
      'PostgreSQL does not run as root and there is no account "postgres" or "nobody" to run it as: ' +
        'start as a normal user, or set DATABASE_URL to a server of your own',
    );
  }
  return account;
}

async function lookUp(name: string): Promise<ServerAccount | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { name, uid: Number.parseInt(uid.stdout, 10), gid: Number.parseInt(gid.stdout, 10) };
  } catch {
    return undefined;
  }
}

/** Options for `spawn`. Node wants signed 32 bits there and unsigned ones for chown: nobody is -2 on macOS. */
export function runAs(account: ServerAccount | undefined): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid | 0, gid: account.gid | 0 };
}

export async function giveTo(account: ServerAccount | undefined, path: string): Promise<void> {
  if (account !== undefined) {
    await chown(path, account.uid, account.gid);
  }
}

/** Nothing else of our environment reaches the server: it would show our secrets, and PG* variables change it. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'TEMP', 'TMP', 'SystemRoot', 'ComSpec'];
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of kept) {
    if (process.env[name] !== undefined) {
      env[name] = process.env[name];
    }
  }
  return env;
}
