// Checks the links, anchors, file names and code blocks in the documents, and the citations of documents in code.
// A test must run each code block unless the block says why not.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { problemsOf } from './docs/blocks.mjs';
import { deadCitations, isCode } from './docs/citations.mjs';
import { ROOT, exists, projectFiles } from './docs/files.mjs';
import { deadLinks, deadPaths } from './docs/links.mjs';
import { readPage } from './docs/markdown.mjs';

const EXAMPLES = 'test/examples';

/** Modules that exist only in examples; the documents may name their files. */
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
