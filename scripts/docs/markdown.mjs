// Reads a Markdown page: its headings as GitHub makes anchors of them, its links, its code.
import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import { contentOf } from './files.mjs';

/** Returns what the checks need of a page: `anchors`, `links` ({url, line}) and `paths` (inline code, {text, line}). */
export function readPage(path) {
  const slugger = new GithubSlugger();
  const page = { path, anchors: new Set(), links: [], paths: [] };
  for (const node of nodesOf(fromMarkdown(contentOf(path)))) {
    const line = node.position.start.line;
    if (node.type === 'heading') {
      page.anchors.add(slugger.slug(toString(node)));
    } else if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
      page.links.push({ url: node.url, line });
    } else if (node.type === 'inlineCode') {
      page.paths.push({ text: node.value, line });
    }
  }
  return page;
}

function* nodesOf(node) {
  yield node;
  for (const child of node.children ?? []) yield* nodesOf(child);
}
