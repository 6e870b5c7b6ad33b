import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');

describe('npm run docs:check', () => {
  let tree: Tree;
  beforeEach(() => {
    tree = new Tree();
    tree.write('CONTRIBUTING.md', '# Cited by the scripts');
    tree.write('docs/rules.md', '# Rules', '', '## Trials & errors', '', 'See [above](#rules).');
  });
  afterEach(() => rmSync(tree.folder, { recursive: true, force: true }));

  it('passes links, anchors and citations that lead somewhere', () => {
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
    ['a link to a missing heading of the page', '[x](#none)', 'README.md has no heading'],
    ['the name of a missing file', 'See `src/none.ts`.', '`src/none.ts` does not exist'],
  ])('fails on %s', (_, text, message) => {
    tree.write('README.md', text);
    const { status, output } = tree.check();
    expect(output).toContain(message);
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

/** A tree that has nothing but what a test puts into it, and the check. */
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
