// The code blocks of the documents, and the tests that run them. As a script, prints the blocks as JSON for these tests.
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { exists, projectFiles } from './files.mjs';
import { readPage } from './markdown.mjs';

/** The test that runs each block. Tests get their blocks from `docBlocksRunBy` (test/support/doc-blocks.ts). */
const RUN_BY = [
  { page: 'README.md', language: 'sh', test: 'test/docs/shell-blocks.spec.ts' },
  { page: 'docs/api.md', language: 'sh', test: 'test/docs/shell-blocks.spec.ts' },
  { page: 'docs/extending.md', language: 'sh', test: 'test/long/new-module.spec.ts' },
  { page: 'docs/extending.md', language: 'ts', test: 'test/docs/extending.spec.ts' },
  { page: 'CONTRIBUTING.md', language: 'ts', test: 'test/docs/extending.spec.ts' },
  { page: 'docs/webhooks.md', language: 'js', test: 'test/e2e/demo/readme.spec.ts' },
  { page: 'packages/sdk/README.md', language: 'js', test: 'test/e2e/sdk/package.spec.ts' },
  { page: 'packages/sdk/README.md', language: 'ts', test: 'test/e2e/sdk/package.spec.ts' },
  {
    page: 'docs/billing-rules.md',
    language: 'yaml',
    flag: 'example',
    test: 'test/docs/billing-rules.spec.ts',
  },
];

/** Blocks that are not code: diagrams, trees, headers and output of programs. */
const NOT_CODE = new Set(['mermaid', 'text', 'http']);

/** Returns the path of the test that runs a block; null if none does. */
function testOf({ page, language, flags, attributes }) {
  if (attributes.norun !== undefined) return null;
  const runs = (it) =>
    it.page === page && it.language === language && (it.flag === undefined || flags.includes(it.flag));
  return RUN_BY.find(runs)?.test ?? null;
}

/** Returns the errors in a block, as sentences. */
export function problemsOf(block) {
  const { page, line, language, flags, attributes, code } = block;
  const at = `${page}:${line}: the ${language || 'unnamed'} block`;
  if (language === '')
    return [`${at} has no language. Write sh, ts, yaml, json, mermaid or text after the fence.`];
  if (flags.includes('norun') || attributes.norun?.trim() === '')
    return [`${at} is marked norun without a reason. Write norun="why no test runs it".`];
  if (attributes.norun !== undefined || NOT_CODE.has(language)) return [];
  if (language === 'json') return isJson(code) ? [] : [`${at} is not valid JSON.`];
  const test = testOf(block);
  if (test === null)
    return [
      `${at} is not run by a test. Add one to RUN_BY in scripts/docs/blocks.mjs, or write norun="why no test runs it".`,
    ];
  return exists(test) ? [] : [`${at} is listed for ${test}, which does not exist.`];
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const pages = projectFiles().filter((path) => path.endsWith('.md'));
  const blocks = pages.flatMap((path) => readPage(path).blocks);
  process.stdout.write(JSON.stringify(blocks.map((block) => ({ ...block, test: testOf(block) }))));
}
