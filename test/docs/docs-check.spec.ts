import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../support/doc-blocks';

const CITED_BY_SCRIPTS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/operations.md',
  'docs/billing-rules.md',
  'docs/payments.md',
  'docs/webhooks.md',
  'packages/sdk/README.md',
  'packages/cli/README.md',
];

describe('npm run docs:check', () => {
  let tree: Tree;
  beforeEach(() => {
    tree = new Tree();
    for (const cited of CITED_BY_SCRIPTS) tree.write(cited, '# Cited by the scripts');
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
    ['a block without a language', '```\nx\n```', 'has no language'],
    ['a block that nothing runs', '```ts\nconst a = 1;\n```', 'is not run by any test'],
    ['a block marked norun without a reason', '```ts norun\nconst a = 1;\n```', 'norun="why it cannot run"'],
    ['a JSON block that cannot be parsed', '```json\n{ "a": }\n```', 'is not valid JSON'],
  ])('fails on %s', (_, text, message) => {
    tree.write('README.md', text);
    const { status, output } = tree.check();
    expect(output).toContain(message);
    expect(status).toBe(1);
  });

  it('lists the blocks that are not run with their reasons', () => {
    tree.write('README.md', '```sh norun="needs Docker"', 'docker compose up', '```');
    expect(tree.check()).toMatchObject({
      status: 0,
      output: expect.stringContaining('README.md:1 (sh): needs Docker') as string,
    });
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
