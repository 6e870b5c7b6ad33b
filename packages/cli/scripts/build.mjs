// Builds dist/, and the SDK first if it has not been built: the compiler reads its types.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const sdk = join(root, '../sdk');
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(join(sdk, 'dist/cjs/index.d.ts'))) run(join(sdk, 'scripts/build.mjs'));
rmSync(join(root, 'dist'), { recursive: true, force: true });
run(tsc, '-p', root, '--rootDir', join(root, 'src'), '--paths', 'null');
chmodSync(join(root, 'dist/main.js'), 0o755);
