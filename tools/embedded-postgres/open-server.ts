import { prepareBinaries } from './binaries';
import { ensureCluster } from './cluster';
import { rememberedPort, rememberPort, type DataDirectory } from './data-directory';
import { findFreePort, isPortFree } from './port';
import { findRunning, type LogLine, type Postmaster } from './postmaster';
import { ensureDatabase } from './probe';
import { sleep } from './processes';
import { startServer, stopServer } from './server-process';

/** What every start of one cluster by this process has in common. */
export interface Session {
  directory: DataDirectory;
  password: string;
  durable: boolean;
  settings: Record<string, string>;
  log: LogLine;
  /** Set while we stop the server ourselves, so that only a surprising end is reported. */
  expectsEnd: boolean;
}

const PORT_RELEASE_LIMIT_MS = 10_000;

/** Attaches to the server if one is running, and else starts it, on the port it had before if that is free. */
export async function attachOrStart(
  session: Session,
): Promise<{ postmaster: Postmaster; attached: boolean }> {
  const { directory, password, log } = session;
  const running = await findRunning(directory, password, log);
  if (running !== undefined) {
    log(
      `using the embedded PostgreSQL that is already running (process ${running.pid}, port ${running.port})`,
    );
    await ensureDatabase({ port: running.port, password, cluster: directory.cluster });
    return { postmaster: running, attached: true };
  }
  const known = await rememberedPort(directory);
  const port = known !== undefined && (await isPortFree(known)) ? known : await findFreePort();
  return { postmaster: await startOn(session, port), attached: false };
}

/** For a restart, whose clients know the port: waits until it is free. */
export async function startOnSamePort(session: Session, port: number): Promise<Postmaster> {
  const deadline = Date.now() + PORT_RELEASE_LIMIT_MS;
  while (!(await isPortFree(port)) && Date.now() < deadline) {
    await sleep(50);
  }
  return startOn(session, port);
}

async function startOn(session: Session, port: number): Promise<Postmaster> {
  const { directory, password, durable, settings, log } = session;
  const binFolder = await prepareBinaries(directory);
  if (await ensureCluster(directory, binFolder, durable)) {
    log(`created an empty database in ${directory.home}`);
  }
  session.expectsEnd = false;
  const onEnd = (): void => {
    if (!session.expectsEnd) {
      log(`the embedded PostgreSQL has ended; its log is ${directory.logFile}`);
    }
  };
  const postmaster = await startServer({
    directory,
    binFolder,
    port,
    password,
    durable,
    settings,
    log,
    onEnd,
  });
  try {
    await ensureDatabase({ port, password, cluster: directory.cluster });
    await rememberPort(directory, port);
    return postmaster;
  } catch (error) {
    await stopServer(directory, postmaster.pid, 'fast');
    throw error;
  }
}
