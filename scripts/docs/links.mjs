// Checks the links, anchors and paths in a page.
import { dirname, join, normalize } from 'node:path';
import { exists } from './files.mjs';

const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
/** Inline code that names a file or folder of the project; wildcards and placeholders are not looked up. */
const PATH_OF_PROJECT = /^(?:src|test|docs|scripts|bench|docker|tools|\.ci)\/[\w./@-]*[\w/]$/;

/** Returns the dead links of a page, as sentences. */
export function deadLinks(page, pages) {
  return page.links.flatMap(({ url, line }) => {
    if (ELSEWHERE.test(url)) return [];
    const [target, anchor] = url.split('#');
    const path = target === '' ? page.path : normalize(join(dirname(page.path), decodeURI(target)));
    const at = `${page.path}:${line}: the link "${url}"`;
    if (!exists(path)) return [`${at} leads to ${path}, which does not exist. Correct the path.`];
    if (anchor === undefined) return [];
    return missingAnchor(pages.get(path), anchor).map((problem) => `${at}: ${problem}`);
  });
}

/** Returns a list with the reason why the anchor is dead; empty if the anchor exists. */
export function missingAnchor(page, anchor) {
  if (page === undefined) return ['only headings of Markdown pages can be linked to.'];
  if (page.anchors.has(anchor)) return [];
  const alike = [...page.anchors].filter((it) => it.includes(anchor) || anchor.includes(it));
  const hint = alike.length > 0 ? alike : [...page.anchors];
  return [`${page.path} has no heading with the anchor #${anchor}. It has: ${hint.join(', ')}.`];
}

/**
 * Returns the paths in inline code that do not exist, as sentences. `invented` lists modules that exist only in worked
 * examples.
 */
export function deadPaths(page, invented) {
  return page.paths.flatMap(({ text, line }) => {
    if (!PATH_OF_PROJECT.test(text) || exists(text)) return [];
    if (invented.some((name) => text.split('/').includes(name))) return [];
    return [`${page.path}:${line}: \`${text}\` does not exist. Use the current name of the file or folder.`];
  });
}
