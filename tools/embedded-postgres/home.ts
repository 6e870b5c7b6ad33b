import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { giveTo, isRoot, runAs, serverAccount, type ServerAccount } from './account';
import { exists, readIfPresent, replaceFile } from './files';

/** In the folder the caller named: where its cluster really is. */
const POINTER = 'moved-to';
/** In the stand-in: the folder it stands in for. */
const BACK_POINTER = 'stands-in-for';

const run = promisify(execFile);

/**
 * Where the cluster of this folder goes: the folder itself, if the server's account can own and reach a directory
 * there. It cannot when root starts us below its own 0700 home, because the server then runs as another account;
 * nor on file systems without owners and modes (a Windows drive seen from Linux). Then a stand-in elsewhere is used,
 * and a pointer file left behind. The stand-in's name is random and not derived from the path, so that deleting the
 * folder means an empty database, as it does everywhere else, and renaming it keeps the data.
 */
export async function chooseHome(
  folder: string,
  durable: boolean,
  log: (line: string) => void,
): Promise<string> {
  const standIn = await readIfPresent(join(folder, POINTER));
  if (standIn !== undefined) {
    await checkStandIn(folder, standIn);
    return standIn;
  }
  if (process.platform === 'win32') {
    return folder;
  }
  const cluster = join(folder, 'cluster');
  const account = await serverAccount(cluster);
  await openFolder(folder);
  const whom = account?.name ?? 'this user';
  if (await exists(cluster)) {
    await adoptCluster(account, cluster);
    if (!(await canEnter(account, cluster))) {
      throw new Error(`${whom}, who runs the server, cannot reach ${cluster}: check the folders above it`);
    }
    return folder;
  }
  if (await canHoldCluster(account, folder)) {
    return folder;
  }
  const home = await createStandIn(folder, account, durable);
  log(
    `${folder} cannot hold a database run by ${whom}; it is in ${home} (noted in ${join(folder, POINTER)})`,
  );
  return home;
}

/** A folder made private by its creator (mkdtemp) would shut out the account; what is secret in it is 0600 or 0700. */
async function openFolder(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder);
  if (isRoot() && uid === 0 && (mode & 0o011) !== 0o011) {
    await chmod(folder, (mode & 0o7777) | 0o011);
  }
}

/** A cluster that root has copied or restored belongs to root. */
async function adoptCluster(account: ServerAccount | undefined, cluster: string): Promise<void> {
  if (account !== undefined && (await stat(cluster)).uid === 0) {
    await run('chown', ['-hR', `${account.uid}:${account.gid}`, cluster]);
  }
}

async function canHoldCluster(account: ServerAccount | undefined, folder: string): Promise<boolean> {
  const trial = await mkdtemp(join(folder, 'trial-'));
  try {
    await chmod(trial, 0o700);
    await giveTo(account, trial);
    const { mode, uid } = await stat(trial);
    const isPrivate = (mode & 0o077) === 0 && uid === (account?.uid ?? process.getuid?.());
    return isPrivate && (await canEnter(account, trial));
  } catch (error) {
    if (['EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      return false;
    }
    throw error;
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
}

/** Asked of the kernel, by really going there as that account: mode bits alone say nothing about ACLs or mounts. */
async function canEnter(account: ServerAccount | undefined, folder: string): Promise<boolean> {
  if (account === undefined) {
    return true;
  }
  return run('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], { ...runAs(account), cwd: '/' }).then(
    () => true,
    () => false,
  );
}

async function createStandIn(
  folder: string,
  account: ServerAccount | undefined,
  durable: boolean,
): Promise<string> {
  const parent = await standInParent(durable);
  const home = await mkdtemp(join(parent, `${basename(folder)}-`));
  // mkdtemp makes it 0700; cluster, password and log in it are private themselves.
  await chmod(home, 0o755);
  if (!(await canHoldCluster(account, home))) {
    await rm(home, { recursive: true, force: true });
    throw new Error(
      `Neither ${folder} nor ${parent} can hold a database run by ${account?.name ?? 'this user'}: ` +
        'use another folder, or set DATABASE_URL to a server of your own',
    );
  }
  await replaceFile(join(home, BACK_POINTER), folder, 0o644);
  await replaceFile(join(folder, POINTER), home, 0o644);
  return home;
}

async function standInParent(durable: boolean): Promise<string> {
  if (!durable) {
    return tmpdir();
  }
  const parent = isRoot()
    ? '/var/lib/billing-service'
    : join(homedir(), '.local', 'share', 'billing-service');
  await mkdir(parent, { recursive: true });
  if (isRoot()) {
    // Whatever the umask was, the server's account must get through.
    await chmod(parent, 0o755);
  }
  return parent;
}

/** Refuses a copied pointer: two folders on one cluster would start and stop it without knowing of each other. */
async function checkStandIn(folder: string, standIn: string): Promise<void> {
  const backPointer = join(standIn, BACK_POINTER);
  const original = await readIfPresent(backPointer);
  const remedy = `delete ${join(folder, POINTER)} to start with an empty database`;
  if (original === undefined) {
    throw new Error(
      `The database of ${folder} was kept in ${standIn}, which is gone: restore it, or ${remedy}`,
    );
  }
  if (original === folder) {
    return;
  }
  if ((await readIfPresent(join(original, POINTER))) === standIn) {
    throw new Error(`${folder} is a copy of ${original}, whose database is in ${standIn}: ${remedy}`);
  }
  await replaceFile(backPointer, folder, 0o644);
}
