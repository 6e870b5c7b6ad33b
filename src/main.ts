import './thread-pool';
import 'reflect-metadata';
import { onLauncherGone } from './launcher';
import { loadConfig, type Config } from './platform/config/config';
import { warnOfFewOpenFiles } from './platform/config/open-files';
import { configureLogger, logger } from './platform/observability/logger';
import { startRuntimeMetrics } from './platform/observability/metrics';
import { startService, type RunningService } from './start';
import { startupMessage } from './startup-message';
import { endProcess } from './terminal';

/**
 * Deadline for stopping, in milliseconds, including SHUTDOWN_DELAY_MS: half a second before the 20 s within which the
 * process must have ended (docs/operations.md#stopping). Deliveries that are not recorded by then are sent again.
 */
const STOP_DEADLINE_MS = 19_500;

/**
 * Stops the service when the process is told to. A start is abandoned, because it may wait for the database; except with
 * the embedded PostgreSQL, which would keep running.
 */
function stopWhenTold(starting: Promise<RunningService>, { database }: Config): void {
  let stopping = false;
  let isStarting = true;
  const started = starting.finally(() => (isStarting = false));
  started.catch(() => undefined); // main() reports it
  const stop = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'Stopping: finishing work in progress');
    const end = (code: number): void => endProcess(code, reason);
    if (isStarting && database.url !== null) end(0);
    setTimeout(
      () => void giveUp(isStarting ? null : starting).finally(() => end(1)),
      STOP_DEADLINE_MS,
    ).unref();
    const stopped = started.then((service) => service.stop());
    stopped.then(
      () => end(0),
      (error: unknown) => {
        logger.error({ err: error }, 'Stopping failed');
        end(1);
      },
    );
  };
  process.on('SIGTERM', stop); // not once(): a supervisor that repeats the signal must not cut requests in progress
  process.on('SIGHUP', stop); // the terminal has been closed
  process.once('SIGINT', stop); // a second Ctrl-C ends the process immediately
  onLauncherGone(() => {
    stop('npm start has ended');
  });
}

/** Logs what is still in progress at the deadline. */
async function giveUp(started: Promise<RunningService> | null): Promise<void> {
  const open = await (await started)?.workInProgress();
  logger.warn({ ...open }, `Not stopped after ${STOP_DEADLINE_MS / 1000} s: ending with work in progress`);
}

async function main(): Promise<void> {
  const config: Config = loadConfig();
  configureLogger(config.log);
  warnOfFewOpenFiles(config);
  startRuntimeMetrics();
  process.on('unhandledRejection', (error) => {
    logger.error({ err: error }, 'Unhandled rejection');
  });
  const starting = startService(config);
  stopWhenTold(starting, config);
  const service = await starting;
  process.stdout.write(startupMessage(config, service));
}

main().catch((error: unknown) => {
  process.stderr.write(
    `\nThe service could not start.\n${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
