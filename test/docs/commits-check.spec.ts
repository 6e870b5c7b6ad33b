import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/doc-blocks';

const NOBODY = ['-c', 'user.name=nobody', '-c', 'user.email=nobody@example.com'];

describe('npm run commits:check', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'billing-commits-'));
    copyFileSync(join(ROOT, 'scripts/check-commits.mjs'), join(folder, 'check-commits.mjs'));
    git('init', '--quiet');
    commit('What was done before the rule was there.');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('skips a history that has nothing to compare with', () => {
    expect(check()).toMatchObject({ status: 0, output: expect.stringContaining('skipped') as string });
  });

  it.each([
    'Wake the dispatcher after releasing claims',
    'Process leftovers of a crash at start-up',
    'Embed the page',
    'Bring back the list of 1,000 entries',
  ])('accepts "%s"', (subject) => {
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    commit(subject);
    expect(check()).toMatchObject({ status: 0, output: 'commit subjects: 1 checked\n' });
  });

  it.each([
    ['Wake the dispatcher after releasing claims, count what was released, and log it', 'has 79 characters'],
    ['WIP wake the dispatcher', 'is unfinished'],
    ['fixup! Wake the dispatcher', 'is unfinished'],
    ['wake the dispatcher', 'no capital letter'],
    ['Wake the dispatcher.', 'a full stop'],
    ['The dispatcher wakes up', 'Begin with an imperative'],
    ['Added a wake-up', 'Begin with an imperative'],
    ['Adding a wake-up', 'Begin with an imperative'],
    ['Adds a wake-up', 'Begin with an imperative'],
  ])('refuses "%s"', (subject, problem) => {
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    commit(subject);
    const { status, output } = check();
    expect(output).toContain(problem);
    expect(status).toBe(1);
  });

  function git(...parameters: string[]) {
    return execFileSync('git', parameters, { cwd: folder, stdio: 'ignore' });
  }

  function commit(subject: string) {
    return git(...NOBODY, 'commit', '--allow-empty', '--no-verify', '--quiet', '-m', subject);
  }

  function check() {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['check-commits.mjs'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }
});
