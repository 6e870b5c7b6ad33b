import './thread-pool';
import 'reflect-metadata';
import { loadConfig, type Config } from './platform/config/config';
import { configureLogger, logger } from './platform/observability/logger';
import { startRuntimeMetrics } from './platform/observability/metrics';
import { startService, type RunningService } from './start';
import { startupMessage } from './startup-message';

/** How long a stop may take before the process ends anyway; what is unrecorded then is sent again. */
const STOP_DEADLINE_MS = 20_000;

function stopOnSignals(service: RunningService): void {
  const stop = (signal: string): void => {
    logger.info({ signal }, 'Stopping: finishing what is under way');
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'Stopping failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

async function main(): Promise<void> {
  const config: Config = loadConfig();
  configureLogger(config.log);
  startRuntimeMetrics();
  process.on('unhandledRejection', (error) => {
    logger.error({ err: error }, 'Unhandled rejection');
  });
  const service = await startService(config);
  stopOnSignals(service);
  process.stdout.write(startupMessage(config, service));
}

main().catch((error: unknown) => {
  process.stderr.write(
    `\nThe service could not start.\n${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
