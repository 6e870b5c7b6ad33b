import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, link, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asAccount, giveTo, run, type Account } from './account';

/** The folder of one cluster and its files, and the account that owns and serves it. */
export interface Cluster {
  home: string;
  /** PGDATA, owned by the server's account with mode 0700. */
  data: string;
  account: Account | undefined;
  /** The superuser's. */
  password: string;
}

/** Only creates what the other two need. */
export const SUPERUSER = 'billing';
/** Owns the database and its tables, and migrates them. */
export const OWNER = 'billing_owner';
/** Runs the service. */
export const SERVICE = 'billing_service';

/** Returns the password of another login, which follows from the superuser's: there is one file to keep. */
export function passwordOf({ password }: Cluster, login: typeof OWNER | typeof SERVICE): string {
  return createHmac('sha256', password).update(login).digest('base64url');
}

/** Creates the cluster in a folder of its own and renames it when complete, so a cluster that exists is whole. */
export async function ensureCluster(cluster: Cluster, bin: string, durable: boolean): Promise<boolean> {
  const { home, data, account } = cluster;
  if (existsSync(data)) return false;
  const partial = await mkdtemp(join(home, 'initdb-'));
  await chmod(partial, 0o700);
  await giveTo(account, partial);
  try {
    await run(join(bin, 'initdb'), initdbArguments(home, partial, durable), asAccount(account, partial));
    await rename(partial, data);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (existsSync(data)) return false; // another process was faster
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`initdb could not create ${data}: ${(stderr || message).trim()}`, { cause: error });
  }
  // Removes what killed attempts left. An attempt that is still running fails, and uses this cluster instead.
  const left = (await readdir(home)).filter((it) => it.startsWith('initdb-'));
  await Promise.allSettled(left.map((it) => rm(join(home, it), { recursive: true, force: true })));
  return true;
}

/** Returns the superuser's password, which is chosen before initdb runs. @throws Error when its file was lost. */
export async function ensurePassword(home: string, data: string, account: Account | undefined) {
  const file = join(home, 'password');
  if (!existsSync(file)) {
    if (existsSync(data)) {
      throw new Error(`${file} is missing: restore it, or delete ${home} to start with an empty database`);
    }
    const draft = `${file}.${randomBytes(6).toString('hex')}`;
    await writeFile(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    await giveTo(account, draft); // initdb, running as that account, reads it
    // A hard link fails if the file exists, so that one of several concurrent first starts sets the password.
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
    // Byte order with Unicode upper and lower case; does not change with the system's libraries.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
}
