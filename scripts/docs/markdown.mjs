// Reads a Markdown page: its links, code, and headings with the anchors that GitHub generates for them.
import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import { contentOf } from './files.mjs';

/**
 * Returns the parts of a page that the checks need: `anchors`, `links` ({url, line}), `paths` (inline code, {text,
 * line}) and `blocks` (fenced code, {page, line, section, language, flags, attributes, code}).
 */
export function readPage(path) {
  const slugger = new GithubSlugger();
  const page = { path, anchors: new Set(), links: [], paths: [], blocks: [] };
  let section = '';
  for (const node of nodesOf(fromMarkdown(contentOf(path)))) {
    const line = node.position.start.line;
    if (node.type === 'heading') {
      section = slugger.slug(toString(node));
      page.anchors.add(section);
    } else if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
      page.links.push({ url: node.url, line });
    } else if (node.type === 'inlineCode') {
      page.paths.push({ text: node.value, line });
    } else if (node.type === 'code') {
      page.blocks.push({ page: path, line, section, ...infoOf(node), code: node.value });
    }
  }
  return page;
}

function* nodesOf(node) {
  yield node;
  for (const child of node.children ?? []) yield* nodesOf(child);
}

/** Parses the info string of a fence: a language, then words (flags) and `name="value"` (attributes). */
function infoOf({ lang, meta }) {
  const words = (meta ?? '').match(/[\w-]+="[^"]*"|\S+/g) ?? [];
  const pairs = words.map((word) => /^([\w-]+)="(.*)"$/.exec(word));
  return {
    language: lang ?? '',
    flags: words.filter((_, index) => pairs[index] === null),
    attributes: Object.fromEntries(pairs.flatMap((it) => (it === null ? [] : [[it[1], it[2]]]))),
  };
}
