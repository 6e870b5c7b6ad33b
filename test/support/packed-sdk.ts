import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { docBlocks } from './doc-blocks';

const ROOT = join(__dirname, '../..');
const PAGE = 'packages/sdk/README.md';
const run = promisify(execFile);

/** A project outside the repository, with the packed SDK as its only dependency. */
export class SdkProject {
  private constructor(readonly folder: string) {}

  /** Packs the SDK and installs the archive. */
  static async create(): Promise<SdkProject> {
    const project = new SdkProject(mkdtempSync(join(tmpdir(), 'billing-sdk-')));
    project.write('package.json', JSON.stringify({ name: 'integrator', private: true }));
    const pack = [
      'pack',
      '--workspace',
      '@billing-service/sdk',
      '--pack-destination',
      project.folder,
      '--json',
    ];
    const { stdout } = await run('npm', pack, { cwd: ROOT });
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    await project.npm('install', '--offline', `./${packed?.filename ?? ''}`);
    return project;
  }

  write(name: string, content: string): void {
    writeFileSync(join(this.folder, name), content);
  }

  async npm(...args: string[]): Promise<void> {
    await run('npm', [...args, '--no-audit', '--no-fund'], { cwd: this.folder });
  }

  /** Runs a file with Node.js and returns its output. */
  async node(file: string, env: Record<string, string>, node = process.execPath): Promise<string> {
    const { stdout } = await run(node, [file], { cwd: this.folder, env: { ...process.env, ...env } });
    return stdout;
  }

  /** Returns the errors of the TypeScript compiler, which reads `tsconfig.json`. */
  async compile(): Promise<string> {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    return run(process.execPath, [tsc, '-p', '.', '--noEmit'], { cwd: this.folder }).then(
      () => '',
      (error: unknown) => (error as { stdout: string }).stdout,
    );
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns the code blocks of the SDK's README in a language. */
export function readmeBlocks(language: 'js' | 'ts'): string[] {
  return docBlocks()
    .filter((it) => it.page === PAGE && it.language === language)
    .map((it) => it.code);
}

/** Returns the README's example as ES module and as CommonJS, by file name. */
export function readmeExample(): { 'esm.mjs': string; 'cjs.cjs': string } {
  const [code = ''] = readmeBlocks('js');
  const required = code.replace(/^import (.+) from '(.+)';$/m, "const $1 = require('$2');");
  // CommonJS has no await at the top level.
  return { 'esm.mjs': code, 'cjs.cjs': `(async () => {\n${required}\n})();` };
}
