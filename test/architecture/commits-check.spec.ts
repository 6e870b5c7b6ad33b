import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '../../scripts/check-commits.mjs');
const IDENTITY = ['-c', 'user.name=nobody', '-c', 'user.email=nobody@example.com'];

describe('npm run commits:check', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'billing-commits-'));
    git('init', '--quiet', '--initial-branch=main');
    commit('a subject from before the rule.');
    git('tag', 'base');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    'Wake the dispatcher after releasing claims',
    'Process leftovers of a crash at start-up, so that nothing waits a while',
    'Embed the page',
    'Bring back the list of 1,000 entries',
  ])('accepts "%s"', (subject) => {
    commit(subject);
    expect(check('base')).toEqual({ status: 0, output: 'commit subjects: 1 checked\n' });
  });

  it.each([
    ['Wake the dispatcher after releasing claims, count what was released, and log it', 'has 79 characters'],
    ['wake the dispatcher', 'does not begin with a capital letter'],
    ['Wake the dispatcher.', 'ends with a full stop'],
    ['Added a wake-up', 'begins with "Added"'],
    ['Adding a wake-up', 'begins with "Adding"'],
  ])('refuses "%s"', (subject, problem) => {
    commit(subject);
    const { status, output } = check('base');
    expect(output).toContain(problem);
    expect(status).toBe(1);
  });

  it('ignores merges', () => {
    git('switch', '--quiet', '--create', 'side');
    commit('Add a page');
    git('switch', '--quiet', 'main');
    git(...IDENTITY, 'merge', '--quiet', '--no-ff', '-m', 'merged the page.', 'side');
    expect(check('base')).toEqual({ status: 0, output: 'commit subjects: 1 checked\n' });
  });

  it('is skipped where the history does not contain the last commit before the rule', () => {
    expect(check()).toEqual({
      status: 0,
      output: 'commit subjects: skipped, because the history does not contain aedffa9\n',
    });
  });

  function git(...parameters: string[]) {
    execFileSync('git', parameters, { cwd: folder, stdio: 'ignore' });
  }

  function commit(subject: string) {
    git(...IDENTITY, 'commit', '--allow-empty', '--no-verify', '--quiet', '-m', subject);
  }

  function check(...parameters: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...parameters], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }
});
