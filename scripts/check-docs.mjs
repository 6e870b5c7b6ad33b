// Checks the documents: links and anchors, file names, citations of documents in code, and code blocks, each of which a
// test must run unless it says why not.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { problemsOf } from './docs/blocks.mjs';
import { deadCitations, isCode } from './docs/citations.mjs';
import { ROOT, exists, projectFiles } from './docs/files.mjs';
import { deadLinks, deadPaths } from './docs/links.mjs';
import { readPage } from './docs/markdown.mjs';

const EXAMPLES = 'test/examples';

/** Modules that exist only in examples, whose files the documents may name. */
function inventedModules() {
  const entries = exists(EXAMPLES) ? readdirSync(join(ROOT, EXAMPLES), { withFileTypes: true }) : [];
  return ['refunds', ...entries.filter((it) => it.isDirectory()).map((it) => it.name)];
}

const files = projectFiles();
const pages = new Map(files.filter((path) => path.endsWith('.md')).map((path) => [path, readPage(path)]));
const invented = inventedModules();
const problems = [
  ...[...pages.values()].flatMap((page) => [
    ...deadLinks(page, pages),
    ...deadPaths(page, invented),
    ...page.blocks.flatMap(problemsOf),
  ]),
  ...files.filter(isCode).flatMap((path) => deadCitations(path, pages)),
];
for (const problem of problems) console.error(problem);
console.log(`${pages.size} pages, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
