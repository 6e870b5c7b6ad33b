// The code blocks of the documents, and the tests that run them. As a script, prints the blocks as JSON for these tests.
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { projectFiles } from './files.mjs';
import { readPage } from './markdown.mjs';

/** A test gets the blocks that are listed for it from `docBlocksRunBy` (test/support/doc-blocks.ts). */
const RUN_BY = [
  { page: 'README.md', language: 'sh', test: 'test/docs/shell-blocks.spec.ts' },
  { page: 'docs/api.md', language: 'sh', test: 'test/docs/shell-blocks.spec.ts' },
  { page: 'docs/extending.md', language: 'sh', test: 'test/long/new-module.spec.ts' },
  { page: 'docs/extending.md', language: 'ts', test: 'test/docs/extending.spec.ts' },
  { page: 'CONTRIBUTING.md', language: 'ts', test: 'test/docs/extending.spec.ts' },
  { page: 'docs/webhooks.md', language: 'js', test: 'test/e2e/demo/readme.spec.ts' },
  {
    page: 'docs/billing-rules.md',
    language: 'yaml',
    flag: 'example',
    test: 'test/docs/billing-rules.spec.ts',
  },
];

/** Returns the path of the test that runs a block; null if none does. */
function testOf({ page, language, flags, attributes }) {
  if (attributes.norun !== undefined) return null;
  const runs = (it) =>
    it.page === page && it.language === language && (it.flag === undefined || flags.includes(it.flag));
  return RUN_BY.find(runs)?.test ?? null;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const pages = projectFiles().filter((path) => path.endsWith('.md'));
  const blocks = pages.flatMap((path) => readPage(path).blocks);
  process.stdout.write(JSON.stringify(blocks.map((block) => ({ ...block, test: testOf(block) }))));
}
