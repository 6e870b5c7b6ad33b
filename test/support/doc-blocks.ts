import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(__dirname, '../..');

/** A fenced code block of a Markdown page. */
export interface DocBlock {
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
  const script = join(ROOT, 'scripts/check-docs.mjs');
  return JSON.parse(execFileSync(process.execPath, [script, '--blocks'], { encoding: 'utf8' })) as DocBlock[];
}
