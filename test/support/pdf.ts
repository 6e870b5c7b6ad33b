import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isInstalled } from './installed';

const run = promisify(execFile);

/** Runs a block that needs poppler-utils; without them it is skipped and says so. */
export const describeWithPoppler = isInstalled('pdftotext', 'poppler-utils', '-v') ? describe : describe.skip;

/** What programs for PDF read in a file. */
export interface ReadPdf {
  /** The text in the order of its structure, with single blanks. */
  text: string;
  /** One line per element of the structure, indented. */
  structure: string;
  /** `Key: value` lines about the file. */
  info: string;
  /** Of each font: whether it is embedded, and only the glyphs that are used. */
  fonts: { name: string; isEmbedded: boolean; isSubset: boolean }[];
  pages: number;
}

/** Reads a PDF with poppler. */
export async function readPdf(pdf: Buffer): Promise<ReadPdf> {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'));
  const file = join(folder, 'document.pdf');
  try {
    await writeFile(file, pdf);
    const output = async (program: string, ...args: string[]): Promise<string> =>
      (await run(program, [...args, file].concat(program === 'pdftotext' ? ['-'] : []))).stdout;
    const info = await output('pdfinfo');
    const fonts = (await output('pdffonts')).trim().split('\n').slice(2);
    return {
      text: (await output('pdftotext', '-enc', 'UTF-8')).replace(/\s+/g, ' ').trim(),
      structure: await output('pdfinfo', '-struct-text'),
      info,
      fonts: fonts.map((line) => {
        const [isEmbedded, isSubset] = line.trim().split(/\s+/).slice(-5);
        return {
          name: line.split(/\s+/)[0] ?? '',
          isEmbedded: isEmbedded === 'yes',
          isSubset: isSubset === 'yes',
        };
      }),
      pages: Number(/^Pages:\s+(\d+)$/m.exec(info)?.[1]),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Collects a binary response, for `parse` of supertest. */
export function binary(response: unknown, done: (error: Error | null, body: unknown) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    done(null, Buffer.concat(chunks));
  });
}
