import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Comments of the scripts cite these pages. */
const CITED = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/api.md',
  'docs/billing-rules.md',
  'docs/extending.md',
  'docs/webhooks.md',
  'packages/sdk/README.md',
];
const ROOT = join(__dirname, '../..');

describe('npm run docs:check', () => {
  let tree: Tree;
  beforeEach(() => {
    tree = new Tree();
    for (const path of CITED) tree.write(path, '# Cited by the scripts');
    tree.write('docs/rules.md', '# Rules', '', '## Trials & errors', '', 'See [above](#rules).');
  });
  afterEach(() => rmSync(tree.folder, { recursive: true, force: true }));

  it('accepts valid links, anchors and citations', () => {
    tree.write(
      'README.md',
      '[rules](docs/rules.md#trials--errors), [site](https://example.com), `docs/rules.md`',
    );
    tree.write('src/a.ts', '// docs/rules.md#trials--errors and README.md');
    expect(tree.check()).toMatchObject({ status: 0 });
  });

  it.each([
    ['a link to a missing file', '[x](docs/none.md)', 'docs/none.md, which does not exist'],
    ['a link to a missing heading', '[x](docs/rules.md#none)', 'no heading with the anchor #none'],
    ['a link to a missing heading of the same page', '[x](#none)', 'README.md has no heading'],
    ['the name of a missing file', 'See `src/none.ts`.', '`src/none.ts` does not exist'],
  ])('fails on %s', (_, text, message) => {
    tree.write('README.md', text);
    const { status, output } = tree.check();
    expect(output).toContain(message);
    expect(status).toBe(1);
  });

  it('accepts blocks that need not or cannot run', () => {
    tree.write(
      'README.md',
      '```sh norun="needs Docker"',
      'docker compose up',
      '```',
      '',
      '```text',
      'a/',
      '```',
    );
    tree.write('SECURITY.md', '```json', '{ "a": 1 }', '```', '', '```mermaid', 'flowchart LR', '```');
    expect(tree.check()).toMatchObject({ status: 0 });
  });

  it('fails on blocks without a language, a test or a reason, and on invalid JSON', () => {
    tree.write('README.md', '```', 'x', '```', '', '    indented', '', '```sh', 'ls', '```');
    tree.write('SECURITY.md', '```ts', 'f();', '```', '', '```js norun', 'f();', '```');
    tree.write('CHANGELOG.md', '```sh norun=" "', 'ls', '```', '', '```json', '{ "a": }', '```');
    const { status, output } = tree.check();
    expect(output.split('\n').filter((it) => it.includes('block '))).toEqual([
      expect.stringContaining('CHANGELOG.md:1: the sh block is marked norun without a reason'),
      expect.stringContaining('CHANGELOG.md:5: the json block is not valid JSON'),
      expect.stringContaining('README.md:1: the unnamed block has no language'),
      expect.stringContaining('README.md:5: the unnamed block has no language'),
      expect.stringContaining(
        'README.md:7: the sh block is listed for test/docs/shell-blocks.spec.ts, which does not',
      ),
      expect.stringContaining('SECURITY.md:1: the ts block is not run by a test'),
      expect.stringContaining('SECURITY.md:5: the js block is marked norun without a reason'),
    ]);
    expect(status).toBe(1);
  });

  it.each([
    ['of a missing page', '// (rules.md, Trials)', 'Cite docs/rules.md#<anchor>'],
    ['of a missing heading', '// docs/rules.md#trials', 'no heading with the anchor #trials'],
  ])('fails on a citation %s in code', (_, text, message) => {
    tree.write('src/a.ts', text);
    const { status, output } = tree.check();
    expect(output).toContain(message);
    expect(status).toBe(1);
  });
});

/** A temporary project that contains the check and the files that a test writes. */
class Tree {
  readonly folder = mkdtempSync(join(tmpdir(), 'billing-docs-check-'));

  constructor() {
    cpSync(join(ROOT, 'scripts'), join(this.folder, 'scripts'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'));
  }

  write(path: string, ...lines: string[]): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), `${lines.join('\n')}\n`);
  }

  check(): { status: number | null; output: string } {
    const script = join(this.folder, 'scripts/check-docs.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }
}
