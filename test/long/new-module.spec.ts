import { exec, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { docBlocksRunBy } from '../support/doc-blocks';

const ROOT = join(__dirname, '../..');
const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'coverage', 'bench']);
const TEMPLATE = `template_${randomBytes(6).toString('hex')}`;
const DEADLINE_MS = 300_000;

/** Returns the commands in docs/extending.md#adding-a-module. */
function documentedCommands(): string[] {
  return docBlocksRunBy(__filename).flatMap((it) => it.code.split('\n'));
}

describe('the worked example in docs/extending.md', () => {
  let folder: string;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'billing-new-module-')));
    const entries = readdirSync(ROOT).filter((name) => !LEFT_OUT.has(name));
    // Preserves modification times, so that dist/ counts as up to date.
    await promisify(execFile)('cp', ['-a', ...entries.map((name) => join(ROOT, name)), folder]);
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    const admin = new Client({ connectionString: process.env.TEST_SERVER_URL });
    await admin.connect();
    await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
    await admin.end();
  });

  /** Runs a command in the copy. @throws Error with the output if the command fails */
  async function run(command: string): Promise<string> {
    const env = {
      ...process.env,
      DATABASE_URL: process.env.TEST_SERVER_URL,
      TEST_TEMPLATE_DATABASE: TEMPLATE,
    };
    try {
      const { stdout } = await promisify(exec)(command, { cwd: folder, env, maxBuffer: 16 * 1024 ** 2 });
      return stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${command}\n${stdout}\n${stderr}`, { cause: error });
    }
  }

  it(
    'creates a module that compiles, passes its tests and appears in the API description',
    async () => {
      const commands = documentedCommands();
      expect(commands[0]).toBe('npm run new:module -- refunds');
      for (const command of commands) await run(command);

      const document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as {
        paths: object;
        webhooks: object;
      };
      expect(Object.keys(document.paths)).toContain('/v1/refunds/{id}');
      expect(Object.keys(document.webhooks)).toContain('refund.created');
      await expect(run('node dist/src/commands/new-module.js refunds')).rejects.toThrow('already exists');
    },
    DEADLINE_MS,
  );
});
