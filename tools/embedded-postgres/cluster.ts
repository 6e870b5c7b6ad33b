import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { giveTo, runAs, serverEnvironment } from './account';
import type { DataDirectory } from './data-directory';
import { exists } from './files';

export const SUPERUSER = 'billing';

const PARTIAL_PREFIX = 'initdb-';
const run = promisify(execFile);

/**
 * Creates the cluster unless there is one. initdb works in a folder of its own that is renamed when complete, so a
 * cluster that exists is whole; a killed attempt is swept. The name is new each time because an initdb whose parent
 * was killed may still be writing to the old one.
 */
export async function ensureCluster(
  directory: DataDirectory,
  binFolder: string,
  durable: boolean,
): Promise<boolean> {
  const { home, cluster, account } = directory;
  await sweepPartials(home);
  if (await exists(cluster)) {
    return false;
  }
  const partial = await mkdtemp(join(home, PARTIAL_PREFIX));
  await chmod(partial, 0o700);
  await giveTo(account, partial);
  try {
    const options = { ...runAs(account), env: serverEnvironment(), cwd: partial, windowsHide: true };
    await run(join(binFolder, 'initdb'), initdbArguments(directory, partial, durable), options);
  } catch (error) {
    await sweepPartials(home);
    throw new Error(`initdb could not create ${cluster}: ${outputOf(error)}`, { cause: error });
  }
  await rename(partial, cluster);
  return true;
}

function initdbArguments(directory: DataDirectory, partial: string, durable: boolean): string[] {
  return [
    `--pgdata=${partial}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${directory.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // Byte order with Unicode upper and lower case; does not change with the system's libraries.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
}

/** Best effort: an orphaned initdb may still be adding files, and is caught at the next sweep. */
async function sweepPartials(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name.startsWith(PARTIAL_PREFIX)) {
      await rm(join(home, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

function outputOf(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string };
  return (stderr === undefined || stderr === '' ? message : stderr).trim();
}
