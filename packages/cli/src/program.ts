import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { addDeliveriesRetry } from './commands/deliveries-retry.js';
import { addListen } from './commands/listen.js';
import { addLogin } from './commands/login.js';
import { addTrigger } from './commands/trigger.js';
import { addUsageImport } from './commands/usage-import.js';
import type { Context } from './context.js';
import { CommandError, EXIT, exitCodeOf, type ExitCode } from './failure.js';
import { Output } from './output.js';
import { Settings } from './settings.js';

/** Runs the work of a command, after its arguments have been parsed. */
export type Run = (work: (context: Context) => Promise<ExitCode>) => Promise<void>;

/** Runs the command that the arguments name. Returns the exit code; never rejects. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const program = createProgram(async (work) => {
    code = await execute(program.opts<{ json?: boolean }>().json === true, work);
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    // commander has printed its message, or the help that was asked for.
    if (error instanceof CommanderError) return isAnswer(error) ? EXIT.done : EXIT.usage;
    throw error;
  }
}

/** Builds the commands. Each file of commands/ adds one. */
export function createProgram(run: Run): Command {
  const program = new Command('billing')
    .description('Command line of the billing service.')
    .version(version(), '--version', 'print the version')
    .option('--json', 'print machine-readable results on stdout')
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 wrong use or not logged in.')
    .exitOverride()
    .showHelpAfterError('Run the command with --help for its options.');
  addLogin(program, run);
  addListen(program, run);
  addTrigger(program, run);
  addDeliveriesRetry(program.command('deliveries').description('work with webhook deliveries'), run);
  addUsageImport(program.command('usage').description('work with usage events'), run);
  return program;
}

async function execute(isJson: boolean, work: (context: Context) => Promise<ExitCode>): Promise<ExitCode> {
  const output = new Output(process.stdout, process.stderr, isJson);
  const abort = new AbortController();
  const interrupt = (): void => abort.abort(new CommandError('Interrupted.'));
  // Only the first signal: a second one ends a process that does not stop.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    return await work({ output, settings: new Settings(process.env), signal: abort.signal });
  } catch (error) {
    output.endProgress();
    output.failure(error);
    return exitCodeOf(error);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
}

/** Returns whether the user requested the output. Help after a command without its subcommand is wrong use. */
function isAnswer(error: CommanderError): boolean {
  return error.code === 'commander.version' || error.code === 'commander.helpDisplayed';
}

function version(): string {
  const manifest = readFileSync(join(__dirname, '../package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
