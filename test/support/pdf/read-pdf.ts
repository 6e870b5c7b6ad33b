import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A tag and what it contains: tags, and the text between them. */
export interface PdfTag {
  role: string;
  alt?: string;
  children: (PdfTag | string)[];
}

export interface PdfPage {
  /** The tags with content on this page; null if the document has more than 10 pages. */
  tree: PdfTag | null;
  /** The tagged text. */
  text: string;
  /** Text that readers of tags skip. Text that is neither tagged nor an artifact follows `unmarked: `. */
  artifacts: string;
}

export interface ReadPdf {
  title: string;
  metadataTitle: string;
  language: string;
  created: string;
  marked: boolean;
  pages: PdfPage[];
}

/** Reads PDF files with PDF.js, in one process, because it takes 0.5 s to start. */
export function readPdfs(pdfs: readonly Buffer[]): ReadPdf[] {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  try {
    const files = pdfs.map((pdf, index) => {
      const file = join(folder, `${index}.pdf`);
      writeFileSync(file, pdf);
      return file;
    });
    const output = execFileSync(process.execPath, [join(__dirname, 'read.mjs'), ...files], {
      maxBuffer: 2 ** 27,
    });
    return JSON.parse(output.toString()) as ReadPdf[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the tags of a role, in reading order. */
export function tagsOf(tag: PdfTag | string | null, role: string): PdfTag[] {
  if (tag === null || typeof tag === 'string') return [];
  const below = tag.children.flatMap((child) => tagsOf(child, role));
  return tag.role === role ? [tag, ...below] : below;
}

/** Returns the text of a tag. PDF.js adds white space between pieces. */
export function textOf(tag: PdfTag | string | null): string {
  if (tag === null) return '';
  return typeof tag === 'string' ? tag : tag.children.map(textOf).join('').trim();
}
