import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { RAW_KEY } from '../../../src/modules/api-keys/api-key.rules';
import { createTestDatabase } from '../../support/test-database';

const COMMANDS = resolve(__dirname, '../../../dist/src/commands');
/** Must not exist after the tests: a command that starts its work creates it. */
const DATA_DIR = join(tmpdir(), `untouched-${randomUUID()}`);

const anyKey = (): string => randomBytes(32).toString('base64');

function run(command: string, options: string[], variables: Record<string, string> = {}) {
  const env = { ...process.env, DATA_DIR, DATABASE_URL: '', ...variables };
  return spawnSync(process.execPath, [join(COMMANDS, `${command}.js`), ...options], {
    env,
    encoding: 'utf8',
  });
}

describe.each(['seed', 'migrate', 'doctor', 'new-module', 'demo', 'openapi'])('the command %s', (command) => {
  it('prints only its usage when help is requested', () => {
    const { status, stdout, stderr } = run(command, [command === 'seed' ? '-h' : '--help']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Usage: npm run ');
  });

  it('refuses an unknown option and names it', () => {
    const { status, stdout, stderr } = run(command, ['--frob']);
    expect([status === 0, stdout]).toEqual([false, '']);
    expect(stderr).toContain('--frob');
    expect(stderr).toContain('Usage: npm run ');
    expect(stderr).not.toMatch(/^ +at /m);
  });
});

it('migrate and seed set up the database at DATABASE_URL, and doctor checks it', async () => {
  const database = await createTestDatabase();
  const variables = { DATABASE_URL: database.url, ENCRYPTION_KEY: anyKey() };
  expect(run('migrate', [], variables)).toMatchObject({ status: 0, stdout: 'The database is up to date.\n' });
  const seeded = run('seed', [], { ...variables, LOG_LEVEL: 'error' });
  expect(seeded).toMatchObject({ status: 0, stderr: '' });
  const words = seeded.stdout.split(/\s+/);
  expect(words.filter((it) => RAW_KEY.test(it))).toHaveLength(1);
  const [counts] = await database.query(
    `SELECT (SELECT count(*) FROM customers)::int AS customers,
            (SELECT count(*) FROM webhook_endpoints)::int AS endpoints,
            (SELECT count(*) FROM webhook_queue)::int AS queued`,
  );
  expect(counts).toEqual({ customers: 3, endpoints: 2, queued: 6 });

  const sound = run('doctor', [], variables);
  expect(sound).toMatchObject({ status: 0, stderr: '' });
  expect(sound.stdout).toContain('No migration is pending.');
  expect(sound.stdout).toContain('The encryption key (ENCRYPTION_KEY) opens 2 secrets in the database.');
  await database.drop();
});

afterAll(() => {
  expect(existsSync(DATA_DIR)).toBe(false);
});
