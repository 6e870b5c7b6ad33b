import { exec, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

const ROOT = join(__dirname, '../..');
const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'coverage', 'bench']);
const TEMPLATE = `template_${randomBytes(6).toString('hex')}`;
/** A name that sorts before every module and one that sorts after: order must not matter. */
const NAMES = ['aisles', 'zones'];
const DOCUMENTED = 'shipments';
const MODULES = [DOCUMENTED, ...NAMES];
const DEADLINE_MS = 300_000;

/** Returns the commands of "Adding a module" in docs/extending.md. */
function documentedCommands(): string[] {
  const text = readFileSync(join(ROOT, 'docs/extending.md'), 'utf8');
  const [, block = ''] = /^## Adding a module$.*?^```sh\n(.*?)^```$/ms.exec(text) ?? [];
  return block.split('\n').filter((line) => line !== '');
}

/** One build and one type check serve all modules: they are generated before either of them runs. */
describe('npm run new:module', () => {
  let folder: string;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'billing-new-module-')));
    const entries = readdirSync(ROOT).filter((name) => !LEFT_OUT.has(name));
    // With modification times, so that dist/ counts as built.
    await promisify(execFile)('cp', ['-a', ...entries.map((name) => join(ROOT, name)), folder]);
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const [generate = '', ...rest] = documentedCommands();
    expect(generate).toBe(`npm run new:module -- ${DOCUMENTED}`);
    await run(generate);
    for (const name of NAMES) await run(`node dist/src/commands/new-module.js ${name}`);
    for (const command of rest) await run(command);
  }, DEADLINE_MS);

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    const admin = new Client({ connectionString: process.env.TEST_SERVER_URL });
    await admin.connect();
    await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
    await admin.end();
  });

  /** Runs a command in the copy; a failure shows its output. */
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

  it.each(MODULES)('adds the paths and events of %s to openapi.json', (name) => {
    const document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as {
      paths: object;
      webhooks: object;
    };
    expect(Object.keys(document.paths)).toContain(`/v1/${name}/{id}`);
    expect(Object.keys(document.webhooks)).toContain(`${name.slice(0, -1)}.created`);
  });

  it(
    'writes modules that pass their own and the architecture tests, wherever their names sort',
    async () => {
      const own = NAMES.flatMap((name) => [`test/db/${name}`, `test/e2e/${name}`, `modules/${name}`]);
      const gates = ['event-kinds', 'openapi', 'schema'].map((it) => `test/architecture/${it}`);
      await run(`npx jest ${[...own, ...gates].join(' ')}`);
    },
    DEADLINE_MS,
  );

  it(
    'writes modules that follow the lint and import rules',
    async () => {
      await run('npx eslint src/modules/zones test/db/zones test/e2e/zones');
      await run('npm run lint:boundaries');
    },
    DEADLINE_MS,
  );

  it('refuses a module that exists', async () => {
    await expect(run(`node dist/src/commands/new-module.js ${DOCUMENTED}`)).rejects.toThrow('already exists');
  });
});
