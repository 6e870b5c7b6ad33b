import { randomBytes } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { serverAccount, type ServerAccount } from './account';
import { exists, readIfPresent, replaceFile } from './files';
import { chooseHome } from './home';

/** The paths of one cluster, and the account that owns and serves it. */
export interface DataDirectory {
  home: string;
  /** PGDATA: a folder of its own (0700, owned by the server account), with password, port and log beside it. */
  cluster: string;
  passwordFile: string;
  portFile: string;
  logFile: string;
  account: ServerAccount | undefined;
}

/** Creates the folder and resolves symbolic links: two paths to one folder must share one server. */
export async function createDataFolder(dataDir: string): Promise<string> {
  const folder = resolve(dataDir);
  await mkdir(folder, { recursive: true });
  return realpath(folder);
}

export async function openDataDirectory(
  folder: string,
  durable: boolean,
  log: (line: string) => void,
): Promise<DataDirectory> {
  const home = await chooseHome(folder, durable, log);
  const cluster = join(home, 'cluster');
  return {
    home,
    cluster,
    passwordFile: join(home, 'password'),
    portFile: join(home, 'port'),
    logFile: join(home, 'server.log'),
    account: await serverAccount(cluster),
  };
}

/**
 * Returns the password, which is chosen before initdb runs. A cluster appears only when complete, so it always has the
 * password of the file.
 */
export async function ensurePassword({
  home,
  cluster,
  passwordFile,
  account,
}: DataDirectory): Promise<string> {
  if (await exists(cluster)) {
    const known = await readIfPresent(passwordFile);
    if (known === undefined) {
      throw new Error(
        `${passwordFile} is missing: restore it, or delete ${home} to start with an empty database`,
      );
    }
    return known;
  }
  const password = randomBytes(24).toString('base64url');
  // Owned by the server account, because initdb reads it under that account.
  await replaceFile(passwordFile, password, 0o600, account);
  return password;
}

export async function rememberedPort(directory: DataDirectory): Promise<number | undefined> {
  const port = Number(await readIfPresent(directory.portFile));
  return Number.isInteger(port) && port > 0 && port < 65536 ? port : undefined;
}

export async function rememberPort(directory: DataDirectory, port: number): Promise<void> {
  await replaceFile(directory.portFile, String(port), 0o644, directory.account);
}
