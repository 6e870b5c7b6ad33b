// Checks the documents: links and anchors, citations in code, and that every code block is run or says why not.
// `--blocks` prints the code blocks as JSON instead, for the tests that run them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isNotRun, problemsOf } from './docs/blocks.mjs';
import { deadCitations, isCode } from './docs/citations.mjs';
import { ROOT, exists, projectFiles } from './docs/files.mjs';
import { deadLinks, deadPaths } from './docs/links.mjs';
import { readPage } from './docs/markdown.mjs';

const files = projectFiles();
const pages = new Map(files.filter((path) => path.endsWith('.md')).map((path) => [path, readPage(path)]));
const blocks = [...pages.values()].flatMap((it) => it.blocks);

if (process.argv.includes('--blocks')) {
  process.stdout.write(JSON.stringify(blocks));
} else {
  check();
}

/** Names of modules that exist only in examples: documents may name their files. */
function inventedModules() {
  const folder = join(ROOT, 'test/examples');
  const examples = exists('test/examples')
    ? readdirSync(folder, { withFileTypes: true }).filter((it) => it.isDirectory())
    : [];
  return ['shipments', ...examples.map((it) => it.name)];
}

function check() {
  const invented = inventedModules();
  const problems = [
    ...[...pages.values()].flatMap((page) => [
      ...deadLinks(page, pages),
      ...deadPaths(page, invented),
      ...page.blocks.flatMap(problemsOf),
    ]),
    ...files.filter(isCode).flatMap((path) => deadCitations(path, pages)),
  ];
  for (const { page, line, language, attributes } of blocks.filter(isNotRun)) {
    console.log(`not run: ${page}:${line} (${language}): ${attributes.norun}`);
  }
  for (const problem of problems) console.error(problem);
  const notRun = blocks.filter(isNotRun).length;
  console.log(
    `${pages.size} pages, ${blocks.length} code blocks (${notRun} not run), ${problems.length} problems`,
  );
  if (problems.length > 0) process.exitCode = 1;
}
