/**
 * Reads PDF files with PDF.js, which is an ES module and therefore cannot run inside Jest.
 * Usage: node read.mjs <file>... prints a JSON array of what `read-pdf.ts` describes.
 */
import { readFile } from 'node:fs/promises';
import { getDocumentProxy } from 'unpdf';

/** PDF.js builds the tags of all pages for each page: it would take minutes for more. */
const MOST_PAGES_WITH_TAGS = 10;

const files = process.argv.slice(2);
const documents = await Promise.all(files.map(async (file) => read(new Uint8Array(await readFile(file)))));
process.stdout.write(JSON.stringify(documents));

async function read(bytes) {
  const pdf = await getDocumentProxy(bytes);
  const { info, metadata } = await pdf.getMetadata();
  const pages = [];
  const tags = pdf.numPages <= MOST_PAGES_WITH_TAGS;
  for (let number = 1; number <= pdf.numPages; number++)
    pages.push(await readPage(await pdf.getPage(number), tags));
  return {
    title: info.Title,
    metadataTitle: metadata.get('dc:title'),
    language: info.Language,
    created: info.CreationDate,
    marked: (await pdf.getMarkInfo())?.Marked ?? false,
    pages,
  };
}

async function readPage(page, tags) {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const contents = {};
  const artifacts = [];
  const open = [];
  for (const item of items) {
    if (item.type === undefined) append(item);
    else if (item.type === 'endMarkedContent') open.pop();
    else open.push(item);
  }
  function append({ str, hasEOL }) {
    const text = hasEOL ? `${str}\n` : str;
    const marked = open.findLast(({ id }) => id !== undefined && id !== null);
    if (marked !== undefined) contents[marked.id] = (contents[marked.id] ?? '') + text;
    else if (open.some(({ tag }) => tag === 'Artifact')) artifacts.push(text);
    else artifacts.push(`unmarked: ${text}`);
  }
  const text = Object.values(contents).join('\n');
  const tree = tags ? withText(await page.getStructTree(), contents) : null;
  return { tree, text, artifacts: artifacts.join('') };
}

/** Replaces the references to content by its text. */
function withText(node, contents) {
  if (node === null) return null;
  if (node.type === 'content') return contents[node.id] ?? '';
  const children = node.children.map((child) => withText(child, contents));
  return { role: node.role, ...(node.alt === undefined ? {} : { alt: node.alt }), children };
}
