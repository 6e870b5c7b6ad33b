import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const SRC = join(__dirname, '../../src');

/** Returns the files of a folder of src whose code matches, without tests, by their path in src. */
export function filesWith(pattern: RegExp, folder = ''): string[] {
  return readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((it) => it.endsWith('.ts') && !it.endsWith('.spec.ts'))
    .map((it) => join(SRC, folder, it))
    .filter((it) => pattern.test(readFileSync(it, 'utf8')))
    .map((it) => relative(SRC, it).replaceAll('\\', '/'))
    .sort();
}
