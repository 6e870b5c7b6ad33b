import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { asAccount, giveTo, run, serverAccount, type Account } from './account';

export const POINTER = 'moved-to';
export const BACK_POINTER = 'stands-in-for';

/** Where durable substitutes are kept. */
export const substitutesFolder = (isRoot: boolean): string =>
  isRoot ? '/var/lib/billing-service' : join(homedir(), '.local/share/billing-service');

/**
 * Returns the folder that holds the cluster: the data folder itself, or a substitute elsewhere, which a pointer file in
 * it names, when the server's account cannot own and reach a directory there. The substitute's name is random, so
 * deleting the data folder means an empty database, as it does everywhere else, and renaming it keeps the data.
 */
export async function chooseHome(folder: string, durable: boolean, log: (line: string) => void) {
  const pointer = join(folder, POINTER);
  if (existsSync(pointer)) {
    const home = (await readFile(pointer, 'utf8')).trim();
    if (existsSync(home)) return home;
    throw new Error(`The database was in ${home}: restore it, or delete ${pointer} to start anew`);
  }
  if (process.platform === 'win32') return folder;
  const cluster = join(folder, 'cluster');
  const account = await serverAccount(cluster);
  // A folder that mkdtemp made private would shut out the account; secrets in it are 0600 or 0700 themselves.
  if (account !== undefined) await chmod(folder, (await stat(folder)).mode | 0o011).catch(() => undefined);
  if (existsSync(cluster)) {
    // A cluster that root copied or restored belongs to root.
    const isRoots = account !== undefined && (await stat(cluster)).uid === 0;
    if (isRoots) await run('chown', ['-hR', `${account.uid}:${account.gid}`, cluster]);
    return folder;
  }
  if (await canHoldCluster(folder, account)) return folder;
  const home = await createSubstitute(folder, account, durable);
  log(`${folder} cannot hold a database of the server's account; it is in ${home} (see ${pointer})`);
  return home;
}

/** Tries it as that account: mode bits alone say nothing about ACLs, mounts and the folders above. */
async function canHoldCluster(folder: string, account: Account | undefined): Promise<boolean> {
  const trial = await mkdtemp(join(folder, 'trial-'));
  try {
    await chmod(trial, 0o700);
    await giveTo(account, trial);
    const { mode, uid } = await stat(trial);
    await run('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', trial], asAccount(account, '/'));
    return (mode & 0o077) === 0 && uid === (account?.uid ?? process.getuid?.());
  } catch {
    return false;
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
}

async function createSubstitute(folder: string, account: Account | undefined, durable: boolean) {
  const parent = durable ? substitutesFolder(account !== undefined) : tmpdir();
  await mkdir(parent, { recursive: true });
  if (durable && account !== undefined) await chmod(parent, 0o755); // despite a strict umask
  const home = await mkdtemp(join(parent, `${basename(folder)}-`));
  await chmod(home, 0o755); // cluster, password and log are private themselves
  await writeFile(join(home, BACK_POINTER), `${folder}\n`);
  await writeFile(join(folder, `${POINTER}.new`), `${home}\n`);
  await rename(join(folder, `${POINTER}.new`), join(folder, POINTER));
  return home;
}
