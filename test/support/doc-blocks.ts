import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

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
  attributes: { norun?: string };
  code: string;
}

/** Returns the code blocks of all pages, as `npm run docs:check` reads them. */
export function docBlocks(): DocBlock[] {
  const script = join(ROOT, 'scripts/docs/blocks.mjs');
  return JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' })) as DocBlock[];
}
