import { lstat, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BACK_POINTER, POINTER, substitutesFolder } from '../../../tools/embedded-postgres/home';
import { findPostmaster } from '../../../tools/embedded-postgres/pg-ctl';

/** A folder with the data of an embedded PostgreSQL that could not be kept in its data folder. */
export interface StandIn {
  path: string;
  /** The data folder. */
  folder: string;
  /** `orphaned`: no data folder names it any more, and no server uses it. */
  state: 'orphaned' | 'running' | 'in use';
}

/** Returns the places where stand-ins are made: as root, as another user, for tests. */
export const standInPlaces = (): string[] => [substitutesFolder(true), substitutesFolder(false), tmpdir()];

/** Returns the stand-ins of all places that this account can read. */
export async function findStandIns(places: readonly string[]): Promise<StandIn[]> {
  const found: StandIn[] = [];
  for (const place of places) {
    for (const name of await readdir(place).catch(() => [])) {
      const path = join(place, name);
      const folder = await readFile(join(path, BACK_POINTER), 'utf8').catch(() => null);
      if (folder !== null) found.push({ path, folder: folder.trim(), state: 'in use' });
    }
  }
  return Promise.all(found.map(async (it) => ({ ...it, state: await stateOf(it) })));
}

/** Removes an orphaned stand-in. @throws when this account may not. */
export async function removeStandIn({ path }: StandIn): Promise<void> {
  await rm(path, { recursive: true });
}

/** Returns the bytes of the files below a folder. */
export async function sizeOf(path: string): Promise<number> {
  const stat = await lstat(path).catch(() => null);
  if (stat === null) return 0;
  if (!stat.isDirectory()) return stat.size;
  const names = await readdir(path).catch(() => []);
  const sizes = await Promise.all(names.map((it) => sizeOf(join(path, it))));
  return sizes.reduce((sum, it) => sum + it, 0);
}

async function stateOf({ path, folder }: StandIn): Promise<StandIn['state']> {
  if (await isNamedBy(folder, path)) return 'in use';
  const postmaster = await findPostmaster({ data: join(path, 'cluster') }, () => undefined);
  return postmaster === undefined ? 'orphaned' : 'running';
}

/** Whether the data folder names the stand-in. One that cannot be read counts as if it did. */
async function isNamedBy(folder: string, path: string): Promise<boolean> {
  try {
    return (await readFile(join(folder, POINTER), 'utf8')).trim() === path;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}
