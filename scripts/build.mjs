// Builds dist/ if it is missing or older than the sources, so that `npm start` works right after `npm ci` and later
// starts skip the build. `--force` always builds.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'dist', '.built');
const inputs = [
  'src',
  'tools',
  'packages/sdk/src',
  'dashboard/src',
  'dashboard/index.html',
  'dashboard/vite.config.ts',
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

/** Runs a tool of the project. Its output goes to standard error, because that of `npm start` and others is for results. */
function run(script, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

if (process.argv.includes('--force') || !isFresh()) {
  process.stderr.write('Building (once; later starts use the result) ...\n');
  const startedAt = new Date();
  const codes = await Promise.all([
    run('@nestjs/cli/bin/nest.js', ['build']),
    run('vite/bin/vite.js', ['build', 'dashboard', '--logLevel', 'error']),
  ]);
  const failed = codes.find((it) => it !== 0);
  if (failed !== undefined) process.exit(failed);
  renameSync(join(root, 'dashboard', 'dist'), join(root, 'dist', 'dashboard')); // the build of the service empties dist/
  writeFileSync(stamp, `${startedAt.toISOString()}\n`);
  utimesSync(stamp, startedAt, startedAt); // a source that changed during the build is newer
}
