import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { asAccount, changeOwner, run, serverAccount, type Account } from './account';

/** File in the data folder that names the actual folder of the cluster. */
export const POINTER = 'moved-to';
/** File in a stand-in folder that names the data folder it stands in for. */
export const BACK_POINTER = 'stands-in-for';
/** Folder of the stand-ins that root creates. */
export const ROOTS_PARENT = '/var/lib/billing-service';
/** Returns the folder of the stand-ins that this user creates. */
export const usersParent = (): string => join(homedir(), '.local/share/billing-service');

/**
 * Returns the folder that holds the cluster: the data folder or, if the server's account cannot own and reach a
 * directory there, a stand-in elsewhere, which a pointer file in the data folder names. A stand-in is needed if root
 * starts the service in its own home, which has mode 0700, or if the file system does not support owners and modes. The
 * stand-in's name is random, so deleting the data folder still leads to an empty database, and renaming the data folder
 * still keeps the data.
 *
 * @throws Error with a remedy if neither folder can hold a cluster
 */
export async function chooseHome(folder: string, durable: boolean, log: (line: string) => void) {
  const pointer = join(folder, POINTER);
  if (existsSync(pointer)) {
    const home = await readLine(pointer);
    await checkStandIn(folder, home);
    const moved = join(home, 'cluster');
    if (existsSync(moved) && process.platform !== 'win32')
      await adoptCluster(folder, await serverAccount(moved), moved);
    return home;
  }
  if (process.platform === 'win32') return folder;
  const cluster = join(folder, 'cluster');
  const account = await serverAccount(cluster);
  // Lets the account enter a folder that mkdtemp has made private. Secrets in the folder have mode 0600 or 0700
  // themselves.
  if (account !== undefined) await chmod(folder, (await stat(folder)).mode | 0o011).catch(() => undefined);
  if (existsSync(cluster)) {
    await adoptCluster(folder, account, cluster);
    return folder;
  }
  if (await canHoldCluster(folder, account)) return folder;
  const home = await createStandIn(folder, account, durable);
  log(
    `${folder} cannot hold a database owned by the server's account; the database is in ${home} (see ${pointer})`,
  );
  return home;
}

/** Restores the owner and mode that PostgreSQL demands of a cluster, which copying or restoring may have lost. */
async function adoptCluster(folder: string, account: Account | undefined, cluster: string): Promise<void> {
  const { mode, uid } = await stat(cluster);
  if ((mode & 0o027) !== 0) await chmod(cluster, 0o700);
  if (account === undefined) return;
  const home = dirname(cluster);
  if (uid === 0) {
    const owned = [cluster, join(home, 'password')].filter((it) => existsSync(it));
    await run('chown', ['-hR', `${account.uid}:${account.gid}`, ...owned]);
  }
  if (await canEnter(account, cluster)) return;
  throw new Error(
    `Uid ${account.uid}, which runs the server, cannot reach ${cluster}: let it enter the parent folders, or move ` +
      `${home} to a folder below ${ROOTS_PARENT} and write its new path to ${join(folder, POINTER)}`,
  );
}

async function canHoldCluster(folder: string, account: Account | undefined): Promise<boolean> {
  const trial = await mkdtemp(join(folder, 'trial-'));
  try {
    await chmod(trial, 0o700);
    await changeOwner(account, trial);
    const { mode, uid } = await stat(trial);
    const isPrivate = (mode & 0o077) === 0 && uid === (account?.uid ?? process.getuid?.());
    return isPrivate && (await canEnter(account, trial));
  } catch {
    return false;
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
}

/**
 * Returns whether the account can use the folder. Tries it under that account, because the mode does not reveal ACLs,
 * mount options and parent folders.
 */
function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  return run('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], asAccount(account, '/')).then(
    () => true,
    () => false,
  );
}

async function createStandIn(folder: string, account: Account | undefined, durable: boolean) {
  const parent = await standInParent(account, durable);
  const home = await mkdtemp(join(parent, `${basename(folder)}-`));
  await chmod(home, 0o755); // cluster, password and log have private modes themselves
  if (!(await canHoldCluster(home, account))) {
    await rm(home, { recursive: true, force: true });
    const remedy = 'use another folder, or set DATABASE_URL to your own server';
    throw new Error(
      `Neither ${folder} nor ${parent} can hold a database owned by the server's account: ${remedy}`,
    );
  }
  await replaceLine(join(home, BACK_POINTER), folder);
  await replaceLine(join(folder, POINTER), home);
  return home;
}

async function standInParent(account: Account | undefined, durable: boolean): Promise<string> {
  if (!durable) return tmpdir();
  const isRoot = account !== undefined;
  const parent = isRoot ? ROOTS_PARENT : usersParent();
  await mkdir(parent, { recursive: true });
  if (isRoot) await chmod(parent, 0o755); // mkdir applies the umask, which may be strict
  return parent;
}

/** Refuses a data folder that is a copy, because both folders would share one database. */
async function checkStandIn(folder: string, home: string): Promise<void> {
  const backPointer = join(home, BACK_POINTER);
  const remedy = `delete ${join(folder, POINTER)} to start with an empty database`;
  const original = await readLine(backPointer).catch(() => undefined);
  if (original === undefined && !existsSync(join(home, 'cluster'))) {
    throw new Error(
      `The database of ${folder} was in ${home}, which is gone: restore that folder from the backup, there or ` +
        `elsewhere with its new path in ${join(folder, POINTER)}, or ${remedy}`,
    );
  }
  if (original === folder) return;
  if (original !== undefined && (await readLine(join(original, POINTER)).catch(() => undefined)) === home) {
    throw new Error(`${folder} is a copy of ${original}, whose database is in ${home}: ${remedy}`);
  }
  await replaceLine(backPointer, folder); // the data folder or the stand-in was moved or restored
}

export const readLine = async (path: string): Promise<string> => (await readFile(path, 'utf8')).trim();

/** Replaces the file atomically. */
async function replaceLine(path: string, line: string): Promise<void> {
  await writeFile(`${path}.new`, `${line}\n`);
  await rename(`${path}.new`, path);
}
