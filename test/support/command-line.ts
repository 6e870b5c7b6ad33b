import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** The built CLI. */
export const COMMAND = join(__dirname, '../../packages/cli/dist/main.js');

/** What a process of the CLI left behind. */
export interface CommandResult {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

/** A process of the CLI. */
export interface RunningCommand {
  process: ChildProcess;
  /** What it has printed so far. */
  output: { stdout: string; stderr: string };
  ended: Promise<CommandResult>;
}

/** Starts the built CLI with these variables and no others but PATH; `input` is piped in. */
export function startCommand(
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): RunningCommand {
  const child = spawn(process.execPath, [COMMAND, ...args], { env: { PATH: process.env.PATH, ...env } });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  }
  child.stdin.on('error', () => undefined); // it ended without reading
  child.stdin.end(input);
  const ended = new Promise<CommandResult>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, ...output }));
  });
  return { process: child, output, ended };
}

/** Runs the built CLI to its end. */
export function runCommand(
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<CommandResult> {
  return startCommand(args, env, input).ended;
}
