// The files of the project: those that git tracks, and new ones that it does not ignore.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
const NOT_OURS = new Set(['.git', '.data', 'node_modules', 'dist', 'coverage']);

/** Returns the paths of all files, relative to the root. */
export function projectFiles() {
  try {
    const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const paths = listed.split('\n').filter((path) => path !== '' && existsSync(join(ROOT, path)));
    if (paths.length > 0) return [...new Set(paths)];
  } catch {
    // git is missing, or this is a copy of the files without the repository
  }
  return walk(ROOT);
}

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((it) => !NOT_OURS.has(it.name))
    .flatMap((it) => {
      const path = join(folder, it.name);
      return it.isDirectory() ? walk(path) : [relative(ROOT, path)];
    });
}

export function contentOf(path) {
  return readFileSync(join(ROOT, path), 'utf8');
}

export function exists(path) {
  return existsSync(join(ROOT, path));
}
