import { execFileSync } from 'node:child_process';
import { join, relative, sep } from 'node:path';

const ROOT = join(__dirname, '../..');

/** A fenced code block of a Markdown page. */
export interface DocBlock {
  /** Path of the page from the root, such as `docs/api.md`. */
  page: string;
  line: number;
  /** Anchor of the heading above it. */
  section: string;
  language: string;
  /** Words after the language, such as `example`. */
  flags: string[];
  /** `norun`: why no test runs the block. `port`: the port that the block serves until it is stopped. */
  attributes: { norun?: string; port?: string };
  code: string;
  /** Path of the test that runs it, from the root. */
  test: string | null;
}

/** Returns the code blocks of all pages, as `npm run docs:check` reads them. */
export function docBlocks(): DocBlock[] {
  const script = join(ROOT, 'scripts/docs/blocks.mjs');
  return JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' })) as DocBlock[];
}

/** Returns the blocks that `npm run docs:check` expects a test file to run. */
export function docBlocksRunBy(file: string): DocBlock[] {
  const path = relative(ROOT, file).split(sep).join('/');
  return docBlocks().filter((it) => it.test === path);
}
