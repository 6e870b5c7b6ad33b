import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = join(__dirname, '../../dashboard/dist');
const MAX_BYTES = 200 * 1024;

/** What a page of Vite consists of, by source file. */
type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }>;

/** Returns the files that a browser loads before it shows a page, without those of other pages. */
function filesOf(manifest: Manifest, sources: readonly string[]): string[] {
  const seen = new Set<string>();
  const files = new Set(['index.html']);
  const add = (source: string): void => {
    if (seen.has(source)) return;
    seen.add(source);
    const chunk = manifest[source];
    if (chunk === undefined) throw new Error(`The manifest has no ${source}`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    chunk.imports?.forEach(add);
  };
  sources.forEach(add);
  return [...files];
}

describe('the build of the dashboard', () => {
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Manifest;
  const entries = Object.keys(manifest).filter((it) => manifest[it]?.isEntry === true);
  const pages = Object.keys(manifest).filter((it) => it.startsWith('src/pages/'));

  it('has one entry, and a file for each page', () => {
    expect(entries).toEqual(['index.html']);
    expect(pages).toEqual(expect.arrayContaining(['src/pages/home.tsx', 'src/pages/sign-in.tsx']));
  });

  it('shows any first page after at most 200 KB, compressed', () => {
    const sizes = pages.map((page) => {
      const files = filesOf(manifest, [...entries, page]);
      return {
        page,
        bytes: files.reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length, 0),
      };
    });
    expect(Math.min(...sizes.map((it) => it.bytes))).toBeGreaterThan(50 * 1024); // scripts and styles are counted
    expect(sizes.filter((it) => it.bytes > MAX_BYTES)).toEqual([]);
  });
});
