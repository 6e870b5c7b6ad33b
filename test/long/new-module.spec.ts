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
const DEADLINE_MS = 600_000;
/** Tests that discover all routes, tables, event kinds or files. */
const OF_ALL_MODULES = ['architecture/', 'e2e/isolation', 'e2e/platform', 'fault/any-route'].map(
  (it) => `test/${it}`,
);

/** The first sorts before every module, the second after: the order of imports must not matter. */
const NAMES = ['aardvarks', 'zygotes'];
const DOCUMENTED = 'refunds';
/** Used instead of the documented name, which a team may have taken. The documented pattern for Jest matches it too. */
const GENERATED = 'yardstick-refunds';

/** Returns the commands in docs/extending.md#adding-a-module. */
function documentedCommands(): string[] {
  return docBlocksRunBy(__filename).flatMap((it) => it.code.split('\n'));
}

/** Generates three modules before the first check, so that one build, type check and description serve all of them. */
describe('npm run new:module', () => {
  let folder: string;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'billing-new-module-')));
    const entries = readdirSync(ROOT).filter((name) => !LEFT_OUT.has(name));
    // Preserves modification times, so that dist/ counts as up to date.
    await promisify(execFile)('cp', ['-a', ...entries.map((name) => join(ROOT, name)), folder]);
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const [generate = '', ...others] = documentedCommands();
    expect(generate).toBe(`npm run new:module -- ${DOCUMENTED}`);
    await run(generate.replace(DOCUMENTED, GENERATED));
    for (const name of NAMES) await run(`node dist/src/commands/new-module.js ${name}`);
    for (const command of others) await run(command);
  }, DEADLINE_MS);

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

  it.each([GENERATED, ...NAMES])('adds the paths and events of %s to openapi.json', (name) => {
    const snake = name.replace('-', '_');
    const document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as {
      paths: object;
      webhooks: object;
    };
    expect(Object.keys(document.paths)).toContain(`/v1/${snake}/{id}`);
    expect(Object.keys(document.webhooks)).toContain(`${snake.slice(0, -1)}.created`);
  });

  it(
    'writes modules that pass their own tests and those of all modules',
    async () => {
      const own = NAMES.flatMap((name) => [`modules/${name}`, `db/${name}`, `e2e/${name}`]);
      await run(`npx jest ${[...own, ...OF_ALL_MODULES].join(' ')}`);
    },
    DEADLINE_MS,
  );

  it(
    'writes modules that pass the checks of npm run check',
    async () => {
      await run(`npx oxlint ${NAMES.flatMap((it) => [`src/modules/${it}`, `test/*/${it}`]).join(' ')}`);
      for (const check of ['format:check', 'lint:boundaries']) await run(`npm run ${check}`);
    },
    DEADLINE_MS,
  );

  it('refuses a module that exists', async () => {
    await expect(run(`node dist/src/commands/new-module.js ${GENERATED}`)).rejects.toThrow('already exists');
  });
});
