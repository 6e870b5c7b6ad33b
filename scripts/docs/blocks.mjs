// Code blocks: each is run by a test, or says why it is not.

/** Which blocks are run, and by what. The tests read the blocks from this script (`--blocks`). */
const RUN_BY = [
  {
    is: ({ page, language, code }) =>
      page === 'packages/sdk/README.md' && language === 'ts' && /^\/\/ [\w-]+\.ts\n/.test(code),
    by: 'test/e2e/packages/sdk-package.spec.ts',
  },
  {
    is: ({ page, language }) => page === 'packages/cli/README.md' && language === 'sh',
    by: 'test/e2e/packages/cli.spec.ts',
  },
  {
    is: ({ page, language }) =>
      language === 'sh' && ['README.md', 'docs/operations.md', 'docs/webhooks.md'].includes(page),
    by: 'test/docs/shell-blocks.spec.ts',
  },
  {
    is: ({ page, language }) => page === 'docs/payments.md' && language === 'sh',
    by: 'test/sandbox/documented.spec.ts',
  },
  {
    is: ({ language, section }) => language === 'sh' && section === 'adding-a-module',
    by: 'test/architecture/new-module.spec.ts',
  },
  {
    is: ({ language, code }) => language === 'ts' && /^\/\/ (?:src|test)\//.test(code),
    by: 'test/examples/worked-examples.spec.ts',
  },
  {
    is: ({ language, section }) => language === 'js' && section === 'verifying-a-signature',
    by: 'test/e2e/demo/readme.spec.ts',
  },
  {
    is: ({ page, language, flags }) =>
      page === 'docs/billing-rules.md' && language === 'yaml' && flags.includes('example'),
    by: 'test/docs/billing-rules.spec.ts',
  },
  {
    is: ({ language, section }) => language === 'ini' && section === 'pgbouncer',
    by: 'test/fault/pgbouncer.spec.ts',
  },
];
/** Nothing to run: pictures, trees, what a program prints. */
const NOT_CODE = new Set(['mermaid', 'text']);

/** Returns what is wrong with a block, as sentences. */
export function problemsOf(block) {
  const at = `${block.page}:${block.line}: the ${block.language || 'unnamed'} block`;
  const { norun } = block.attributes;
  if (block.language === '')
    return [`${at} has no language. Write sh, ts, yaml, json, mermaid or text after the fence.`];
  if (norun !== undefined) return norun.trim() === '' ? [`${at} is marked norun without a reason.`] : [];
  if (block.flags.includes('norun'))
    return [`${at} is marked norun without a reason. Write norun="why it cannot run".`];
  if (NOT_CODE.has(block.language)) return [];
  if (block.language === 'json') return isJson(block.code) ? [] : [`${at} is not valid JSON.`];
  if (RUN_BY.some(({ is }) => is(block))) return [];
  return [
    `${at} is not run by any test. Let one run it (RUN_BY in scripts/docs/blocks.mjs), or add norun="why it cannot run".`,
  ];
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const isNotRun = (block) => block.attributes.norun !== undefined;
