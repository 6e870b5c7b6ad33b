import './bootstrap/thread-pool';
import 'reflect-metadata';
import { readEnvFile } from './bootstrap/env-file';
import { onLauncherGone } from './bootstrap/launcher';
import { loadConfig, type Config } from './platform/config/config';
import { configureLogger, logger } from './platform/observability/logger';
import { startRuntimeMetrics } from './platform/observability/metrics';
import { startService, type RunningService } from './bootstrap/start';
import { startupMessage } from './bootstrap/startup-message';

/** Deadline of a graceful shutdown after its delay; deliveries that are not recorded by then are repeated. */
const STOP_DEADLINE_MS = 20_000;

function stopOnSignal(service: RunningService, delayMs: number): void {
  let stopping = false;
  const stop = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason, delay_ms: delayMs }, 'Stopping: waiting for work in progress');
    setTimeout(() => process.exit(1), delayMs + STOP_DEADLINE_MS).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'Graceful shutdown failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  onLauncherGone(() => {
    stop('npm start has ended');
  });
}

async function main(): Promise<void> {
  readEnvFile();
  const config: Config = loadConfig();
  configureLogger(config.log);
  startRuntimeMetrics(config.cell);
  process.on('unhandledRejection', (error) => {
    logger.error({ err: error }, 'Unhandled rejection');
  });
  const service = await startService(config);
  stopOnSignal(service, config.http.shutdownDelayMs);
  process.stdout.write(startupMessage(config, service));
}

main().catch((error: unknown) => {
  process.stderr.write(
    `\nThe service could not start.\n${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
