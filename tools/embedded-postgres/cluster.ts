import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, link, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asAccount, changeOwner, run, type Account } from './account';

/** A PostgreSQL cluster: its files, and the account that owns and runs it. */
export interface Cluster {
  home: string;
  /** PGDATA, owned by the server's account with mode 0700. */
  data: string;
  account: Account | undefined;
  /** Password of the superuser. */
  password: string;
}

export const SUPERUSER = 'billing';

const PARTIAL_PREFIX = 'initdb-';

/**
 * Creates the cluster unless it exists, in a temporary folder that is renamed when complete, so an existing cluster is
 * always complete. Returns whether this call created it.
 *
 * @throws Error with the output of initdb
 */
export async function ensureCluster(cluster: Cluster, bin: string, durable: boolean): Promise<boolean> {
  const { home, data, account } = cluster;
  if (existsSync(data)) return false;
  const partial = await mkdtemp(join(home, PARTIAL_PREFIX));
  try {
    await chmod(partial, 0o700);
    await changeOwner(account, partial);
    await run(join(bin, 'initdb'), initdbArguments(home, partial, durable), asAccount(account, partial));
    await rename(partial, data);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (existsSync(data)) return false; // another process has created the cluster
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`initdb could not create ${data}: ${(stderr || message).trim()}`, { cause: error });
  }
  // Removes leftovers of killed attempts. A concurrent attempt that is still running fails, and uses this cluster
  // instead.
  const left = (await readdir(home)).filter((it) => it.startsWith(PARTIAL_PREFIX));
  await Promise.allSettled(left.map((it) => rm(join(home, it), { recursive: true, force: true })));
  return true;
}

/**
 * Returns the superuser's password. The first start chooses it before initdb runs.
 * @throws Error if its file was lost
 */
export async function ensurePassword(home: string, data: string, account: Account | undefined) {
  const file = join(home, 'password');
  if (!existsSync(file)) {
    if (existsSync(data)) {
      throw new Error(`${file} is missing: restore it, or delete ${home} to start with an empty database`);
    }
    const draft = `${file}.${randomBytes(6).toString('hex')}`;
    await writeFile(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    await changeOwner(account, draft); // initdb runs under that account and reads the file
    // A hard link fails if the file exists, so only one of several concurrent first starts sets the password.
    await link(draft, file).catch(() => undefined);
    await rm(draft);
  }
  return (await readFile(file, 'utf8')).trim();
}

function initdbArguments(home: string, partial: string, durable: boolean): string[] {
  return [
    `--pgdata=${partial}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${join(home, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // Sorts in byte order with Unicode case mapping, independent of the system's libraries.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
}
