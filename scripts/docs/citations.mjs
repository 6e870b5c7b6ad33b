// Finds citations of Markdown pages in code, comments and configuration, with or without the anchor of a heading.
import { basename, dirname, join, normalize } from 'node:path';
import { contentOf, exists } from './files.mjs';
import { missingAnchor } from './links.mjs';

const CODE = /\.(?:ts|mts|cts|js|mjs|cjs|sql|sh|ya?ml|template)$|(?:^|\/)(?:Dockerfile|run|\.env\.example)$/;
/** Excludes globs (`*.md`), ends of URLs and interpolations. */
const CITATION = /(?<![\w*/.:$}-])((?:\.{0,2}\/)?(?:[\w-]+\/)*[\w-]+\.md)(#[\w-]*)?/g;

/** Excluded, because the test of this check cites pages that do not exist. */
const FIXTURES = 'test/docs/docs-check.spec.ts';

export const isCode = (path) => CODE.test(path) && path !== FIXTURES;

/** Returns the citations of a file that do not lead to an existing page or heading, as sentences. */
export function deadCitations(path, pages) {
  return contentOf(path)
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(CITATION)].flatMap(([cited, file, anchor]) =>
        problemOf(path, file, anchor, pages).map((problem) => `${path}:${index + 1}: "${cited}": ${problem}`),
      ),
    );
}

function problemOf(path, file, anchor, pages) {
  const target = [file, normalize(join(dirname(path), file))].find((it) => exists(it));
  if (target === undefined) {
    const page = `docs/${basename(file)}`;
    const cure = exists(page)
      ? `Cite ${page}#<anchor>.`
      : 'Cite a page of docs/ as docs/<page>.md#<anchor>, or give the reason without a citation.';
    return [`there is no such file. ${cure}`];
  }
  return anchor === undefined ? [] : missingAnchor(pages.get(target), anchor.slice(1));
}
