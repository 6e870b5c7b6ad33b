import { randomBytes } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { serverAccount, type ServerAccount } from './account';
import { exists, readIfPresent, replaceFile } from './files';
import { chooseHome } from './home';

/** Where everything of one cluster lies, and the account that owns and serves it. */
export interface DataDirectory {
  home: string;
  /** PGDATA: its own folder (0700, the server account's), so that password, port and log can lie beside it. */
  cluster: string;
  passwordFile: string;
  portFile: string;
  logFile: string;
  account: ServerAccount | undefined;
}

/** The folder the caller named, with symbolic links resolved: two spellings of one folder must share one server. */
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

/** Chosen before initdb runs; as a cluster appears only when complete, it always has the password in the file. */
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
  // The server account owns it because initdb, running as that account, reads it.
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
