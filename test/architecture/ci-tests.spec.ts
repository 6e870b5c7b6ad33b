import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
const GREEN = `test('is green', () => {});`;
const RED = `test('is red', () => { throw new Error('as planted'); });`;
/** Fails only in its first run: a file next to it records that run. */
const FLAKY = `
  const fs = require('node:fs');
  test('is flaky', () => {
    if (fs.existsSync(__filename + '.ran')) return;
    fs.writeFileSync(__filename + '.ran', '');
    throw new Error('as planted');
  });`;

describe('scripts/ci/tests.mjs', () => {
  let folder: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'billing-ci-')));
    const jest = { transform: {}, testMatch: ['**/*.spec.js'] };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ jest }));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('counts a test that passes in the second run as passed, and reports it as flaky', async () => {
    const { status, output, read } = await run({ 'a.spec.js': GREEN, 'b.spec.js': FLAKY + GREEN });
    expect(output).toContain('flaky: b.spec.js, is flaky\n');
    expect(status).toBe(0);
    expect(read('counts.txt')).toBe('3 0\n');
    expect(read('slowest.txt')).toMatch(/^ +[\d.]+ s {2}[ab]\.spec\.js\n +[\d.]+ s {2}[ab]\.spec\.js\n$/);
  });

  it('fails on a test that fails twice, and shows its error', async () => {
    const { status, output, read } = await run({ 'a.spec.js': GREEN + RED });
    expect(output).toMatch(/^FAILED .*\nx a\.spec\.js, is red\nError: as planted\n/);
    expect(status).toBe(1);
    expect(read('counts.txt')).toBe('1 1\n');
  });

  it('fails on a file that cannot run', async () => {
    const { status, output, read } = await run({ 'a.spec.js': `require('./nowhere');` });
    expect(output).toContain('x a.spec.js, (the whole file)\n');
    expect(status).toBe(1);
    expect(read('counts.txt')).toBe('0 1\n');
  });

  it('fails on more than three flaky files', async () => {
    const names = Array.from({ length: 4 }, (_, index) => `f${index}.spec.js`);
    const { status, output, read } = await run(Object.fromEntries(names.map((name) => [name, FLAKY])));
    for (const name of names) expect(output).toContain(`flaky: ${name}, is flaky\n`);
    expect(output).toContain('4 files are flaky; the limit is 3.');
    expect(status).toBe(1);
    expect(read('counts.txt')).toBe('4 1\n');
  });

  it('fails when more files fail than may run again', async () => {
    const names = Array.from({ length: 11 }, (_, index) => `f${index}.spec.js`);
    const { status, output, read } = await run(Object.fromEntries(names.map((name) => [name, FLAKY])));
    expect(output).toContain('11 files failed; none was rerun, because the limit is 10.');
    expect(status).toBe(1);
    expect(read('counts.txt')).toBe('0 12\n');
  });

  it('fails when Jest ends without a report', async () => {
    const { status, output, read } = await run({}, [process.execPath, '-e', 'process.exit(1)', '--']);
    expect(output).toContain('Jest failed without a failed test; see its output.');
    expect(status).toBe(1);
    expect(read('counts.txt')).toBe('0 1\n');
  });

  /** Runs the script in a project with these test files. */
  async function run(files: Record<string, string>, command = [process.execPath, JEST, '--runInBand']) {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const parameters = [join(ROOT, 'scripts/ci/tests.mjs'), folder, ...command];
    const { status, output } = await new Promise<{ status: number; output: string }>((resolve) => {
      execFile(process.execPath, parameters, { cwd: folder }, (error, stdout, stderr) =>
        resolve({ status: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });
    return { status, output, read: (name: string) => readFileSync(join(folder, name), 'utf8') };
  }
});
