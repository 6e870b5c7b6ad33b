import { transformFile } from '@swc/core';
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const PACKAGES = join(__dirname, '../../packages');
/** The folder that the manifest of each package names. */
const TARGETS = { sdk: 'dist/cjs', cli: 'dist' };

/** A finished run of the command line. */
export interface CliResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/**
 * The command line as an installed program, built from the sources in a folder of its own: packing the packages, which
 * another test does at the same time, replaces their dist folders.
 */
export class BuiltCli {
  private readonly running = new Set<ChildProcess>();

  private constructor(readonly folder: string) {}

  get main(): string {
    return join(this.folder, 'node_modules/@billing-service/cli/dist/main.js');
  }

  static async create(): Promise<BuiltCli> {
    const folder = mkdtempSync(join(tmpdir(), 'billing-cli-'));
    const modules = join(folder, 'node_modules');
    await Promise.all([build('sdk', modules), build('cli', modules)]);
    const commander = createRequire(join(PACKAGES, 'cli/package.json')).resolve('commander');
    symlinkSync(dirname(commander), join(modules, 'commander'));
    return new BuiltCli(folder);
  }

  /** Starts the program. Its settings are in the folder, and its environment has only what is given. */
  start(args: readonly string[], env: Record<string, string> = {}, stdin = ''): CliProcess {
    const child = spawn(process.execPath, [this.main, ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, XDG_CONFIG_HOME: join(this.folder, 'config'), ...env },
      stdio: 'pipe',
    });
    this.running.add(child);
    child.once('exit', () => this.running.delete(child));
    child.stdin.on('error', () => undefined); // a program that does not read it has closed it
    child.stdin.end(stdin);
    return new CliProcess(child);
  }

  /** Runs the program to its end. */
  run(args: readonly string[], env?: Record<string, string>, stdin?: string): Promise<CliResult> {
    return this.start(args, env, stdin).ended;
  }

  remove(): void {
    for (const child of this.running) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A running command. */
export class CliProcess {
  readonly ended: Promise<CliResult>;
  stdout = '';
  stderr = '';

  constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) =>
        resolve({ code, signal, stdout: this.stdout, stderr: this.stderr }),
      );
    });
  }

  /** The parsed lines of stdout, for `--json`. */
  get events(): Record<string, unknown>[] {
    const lines = this.stdout.split('\n').slice(0, -1);
    return lines.map((it) => JSON.parse(it) as Record<string, unknown>);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  signal(signal: NodeJS.Signals): Promise<CliResult> {
    this.child.kill(signal);
    return this.ended;
  }
}

async function build(name: 'sdk' | 'cli', modules: string): Promise<void> {
  const target = join(modules, '@billing-service', name);
  const files = readdirSync(join(PACKAGES, name, 'src'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((it) => /(?<!\.spec|\.d)\.ts$/.test(it));
  mkdirSync(target, { recursive: true });
  cpSync(join(PACKAGES, name, 'package.json'), join(target, 'package.json'));
  await Promise.all(
    sources.map(async (file) => {
      const { code } = await transformFile(join(PACKAGES, name, 'src', file), {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'commonjs' },
        swcrc: false,
      });
      const output = join(target, TARGETS[name], file.replace(/\.ts$/, '.js'));
      mkdirSync(dirname(output), { recursive: true });
      writeFileSync(output, code);
    }),
  );
}
