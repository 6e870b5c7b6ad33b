import 'reflect-metadata';
import { demoOptions, USAGE, type DemoOptions } from './demo/options';

/** Deadline for stopping the demo's own service after Ctrl-C, in milliseconds. */
const STOP_DEADLINE_MS = 25_000;
const USAGE_EXIT_CODE = 2;

/**
 * Returns a signal that Ctrl-C aborts: the demo then ends at its next step and cleans up. Further signals are ignored.
 */
function interruption(): AbortSignal {
  const controller = new AbortController();
  const interrupt = (): void => {
    controller.abort();
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return controller.signal;
}

function readOptions(): DemoOptions {
  try {
    return demoOptions(process.argv.slice(2), process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(USAGE_EXIT_CODE);
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(USAGE);
    return;
  }
  const colors = process.stdout.isTTY && (process.env.NO_COLOR ?? '') === '';
  const { runDemo } = await import('./demo/run-demo.js');
  process.exitCode = await runDemo({
    options,
    print: (text) => void process.stdout.write(text),
    colors,
    interrupted: interruption(),
  });
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
