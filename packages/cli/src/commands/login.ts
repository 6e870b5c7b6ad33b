import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { clientFor, type Context } from '../context.js';
import { EXIT, UsageError, type ExitCode } from '../failure.js';
import type { Run } from '../program.js';
import { examples } from './examples.js';

interface LoginOptions {
  url?: string;
  apiKey?: string;
}

export function addLogin(parent: Command, run: Run): void {
  parent
    .command('login')
    .description('check an API key and store it for the other commands')
    .option('--url <url>', 'URL of the service (default: the stored one, or http://localhost:3000)')
    .option('--api-key <key>', 'API key; other users of this machine can see arguments, so prefer stdin')
    .addHelpText(
      'after',
      examples(
        'billing login --url https://billing.example.com',
        'billing login < key.txt',
        'BILLING_API_KEY=svc_live_... billing deliveries retry --since 1h    # without login',
      ),
    )
    .action((options: LoginOptions) => run((context) => login(context, options)));
}

async function login(context: Context, options: LoginOptions): Promise<ExitCode> {
  const { output, settings, signal } = context;
  const url = options.url ?? settings.url();
  const apiKey = (options.apiKey ?? (await readKey(context))).trim();
  if (apiKey === '') throw new UsageError('The API key is empty.');
  const organization = await clientFor(url, apiKey).organizations.getCurrent({ signal });
  settings.store({ url, apiKey });
  output.result(
    { url, organization_id: organization.id, organization_name: organization.name },
    `Logged in to ${organization.name} at ${url}.`,
  );
  if (settings.isKeyFromEnvironment) {
    output.note('BILLING_API_KEY is set: the other commands use it in place of the stored key.');
  }
  return EXIT.done;
}

/** Reads the first line of stdin. A terminal does not show it. */
async function readKey({ output, signal }: Context): Promise<string> {
  const isTerminal = process.stdin.isTTY;
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: isTerminal });
  // Asks when the terminal no longer shows what is typed: a program can respond at once.
  if (isTerminal) output.prompt('API key: ');
  const close = (): void => lines.close();
  // In raw mode, readline gets Ctrl-C in place of the process.
  lines.once('SIGINT', close);
  signal.addEventListener('abort', close);
  try {
    for await (const line of lines) return line;
    throw new UsageError('No API key was entered. Enter it, pass it on stdin, or use --api-key.');
  } finally {
    close();
    if (isTerminal) output.prompt('\n');
  }
}
