// Builds dist/ if it is missing or older than the sources, so that `npm start` works right after `npm ci` and later
// starts skip the build. `--force` always builds.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'dist', '.built');
const inputs = [
  'src',
  'tools',
  'packages/sdk/src/generated/schema.d.ts',
  'ormconfig.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
  'package-lock.json',
];

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((max, name) => Math.max(max, newest(join(path, name))), stat.mtimeMs);
}

function isFresh() {
  if (!existsSync(join(root, 'src'))) return true; // a container image ships only dist/
  if (!existsSync(stamp)) return false;
  const builtAt = statSync(stamp).mtimeMs;
  return inputs.every((input) => newest(join(root, input)) <= builtAt);
}

if (process.argv.includes('--force') || !isFresh()) {
  process.stderr.write('Building (once; later starts use the result) ...\n');
  const startedAt = new Date();
  const nest = join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
  const result = spawnSync(process.execPath, [nest, 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (result.status !== 0) process.exit(result.status ?? 1);
  writeFileSync(stamp, `${startedAt.toISOString()}\n`);
  utimesSync(stamp, startedAt, startedAt); // a source that changed during the build is newer
}
