import { existsSync } from 'node:fs';
import { access, constants, lstat, readFile, readdir, realpath, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { BACK_POINTER, POINTER, ROOTS_PARENT, readLine, usersParent } from './home';
import { isServed } from './postmaster';

/**
 * A folder that holds the database of a data folder elsewhere (docs/operations.md#embedded-postgresql).
 *
 * `running`: a server uses it. `orphaned`: its data folder is gone or uses another database. `unclear`: neither can be
 * established; `reason` says why.
 */
export interface StandIn {
  path: string;
  state: 'running' | 'orphaned' | 'unclear';
  /** A sentence for people. */
  reason: string;
  bytes: number;
  /** When its server last wrote a file; null if that cannot be read. */
  lastUsedAt: Date | null;
}

interface Verdict {
  /** `used`: the data folder names it. */
  state: StandIn['state'] | 'used';
  reason: string;
}

/** Folders below which removable disks are mounted. */
const REMOVABLE = /^\/(media|mnt|run\/media|Volumes)\//;

/** Returns the folders in which this user creates stand-ins. */
export const standInPlaces = (): string[] =>
  process.getuid?.() === 0 ? [ROOTS_PARENT, usersParent()] : [usersParent()];

/**
 * Returns the stand-ins in the given places that no data folder is known to use.
 *
 * @param dataDir the embedded PostgreSQL's data folder of this installation, which may have been renamed since its last
 * start, so that its stand-in names a folder that is gone
 */
export async function findStandIns(places: readonly string[], dataDir: string): Promise<StandIn[]> {
  const found: StandIn[] = [];
  for (const place of places) {
    for (const name of await readdir(place).catch(() => [])) {
      const path = join(place, name);
      if (!(await isStandIn(path))) continue;
      const { state, reason } = await judge(path, dataDir);
      if (state !== 'used') found.push({ path, state, reason, ...(await usageOf(path)) });
    }
  }
  return found;
}

/**
 * Removes an orphaned stand-in, after judging it again. Returns false if it is no longer orphaned.
 *
 * @throws Error of the file system
 */
export async function removeStandIn({ path }: StandIn, dataDir: string): Promise<boolean> {
  if ((await judge(path, dataDir)).state !== 'orphaned') return false;
  await rm(path, { recursive: true });
  return true;
}

async function isStandIn(path: string): Promise<boolean> {
  const isFolder = await lstat(path).then(
    (it) => it.isDirectory(),
    () => false,
  );
  return isFolder && (existsSync(join(path, BACK_POINTER)) || existsSync(join(path, 'cluster')));
}

async function judge(path: string, dataDir: string): Promise<Verdict> {
  const cluster = join(await realpath(path), 'cluster');
  const verdict = await judgeFiles(path, cluster, dataDir);
  if (verdict.state === 'used' || !(await isServed(cluster))) return verdict;
  return { state: 'running', reason: 'A PostgreSQL server uses it.' };
}

async function judgeFiles(path: string, cluster: string, dataDir: string): Promise<Verdict> {
  try {
    if (await names(dataDir, path)) return { state: 'used', reason: `${dataDir} names it.` };
    if (existsSync(cluster)) await access(cluster, constants.R_OK | constants.X_OK);
    const folder = await readLine(join(path, BACK_POINTER));
    if (!isAbsolute(folder)) return unclear(`${BACK_POINTER} does not contain a path.`);
    return await judgeByFolder(path, folder);
  } catch (error) {
    return unclear((error as Error).message);
  }
}

/** @throws Error of the file system if the data folder cannot be read */
async function judgeByFolder(path: string, folder: string): Promise<Verdict> {
  if (await isMissing(folder)) {
    const disk = await unmountedDiskOf(folder);
    if (disk !== null) return unclear(`${folder} is missing, but ${disk} may be a disk that is not mounted.`);
    return { state: 'orphaned', reason: `It was for ${folder}, which is gone.` };
  }
  if (await names(folder, path)) return { state: 'used', reason: `${folder} names it.` };
  if (existsSync(join(folder, 'cluster')) || existsSync(join(folder, POINTER))) {
    return { state: 'orphaned', reason: `It was for ${folder}, which uses another database now.` };
  }
  return unclear(`${folder} exists, but ${join(folder, POINTER)} is missing.`);
}

const unclear = (reason: string): Verdict => ({ state: 'unclear', reason });

/** Returns whether the data folder names the stand-in. @throws Error of the file system, unless there is no pointer */
async function names(folder: string, path: string): Promise<boolean> {
  const pointer = join(folder, POINTER);
  if (await isMissing(pointer)) return false;
  const named = await readLine(pointer);
  const real = await realpath(named).catch(() => named);
  return real === (await realpath(path));
}

/** @throws Error of the file system if a parent folder cannot be read */
async function isMissing(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return true;
    throw error;
  }
}

/** Returns the mount point that a missing folder may be below; null if the folder is below no disk that can be absent. */
async function unmountedDiskOf(folder: string): Promise<string | null> {
  const removable = REMOVABLE.exec(folder)?.[0];
  if (removable !== undefined) return removable;
  const table = await readFile('/etc/fstab', 'utf8').catch(() => '');
  for (const line of table.split('\n')) {
    const mountPoint = /^\s*[^#\s]\S*\s+(\/\S+)/.exec(line)?.[1]?.replace(/\\040/g, ' ');
    if (mountPoint === undefined || !folder.startsWith(`${mountPoint}/`)) continue;
    if (!(await isMounted(mountPoint))) return mountPoint;
  }
  return null;
}

async function isMounted(mountPoint: string): Promise<boolean> {
  const [at, above] = await Promise.all(
    [mountPoint, dirname(mountPoint)].map((it) => stat(it).catch(() => null)),
  );
  return at?.dev !== above?.dev;
}

async function usageOf(path: string): Promise<Pick<StandIn, 'bytes' | 'lastUsedAt'>> {
  const written = await Promise.all(
    ['server.log', 'cluster/global/pg_control'].map((it) => stat(join(path, it)).catch(() => null)),
  );
  const times = written.filter((it) => it !== null).map((it) => it.mtimeMs);
  const lastUsedAt = times.length === 0 ? null : new Date(Math.max(...times));
  return { bytes: await sizeOf(path), lastUsedAt };
}

/** Returns the size of all files below a folder, in bytes. */
async function sizeOf(path: string): Promise<number> {
  const entry = await lstat(path).catch(() => null);
  if (entry === null) return 0;
  if (!entry.isDirectory()) return entry.size;
  let bytes = 0;
  for (const name of await readdir(path).catch(() => [])) bytes += await sizeOf(join(path, name));
  return bytes;
}
