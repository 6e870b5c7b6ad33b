// Builds dist/esm and dist/cjs, each with its own types.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
const formats = [
  { name: 'esm', type: 'module', options: ['--module', 'ESNext'] },
  // The first format has checked the types.
  { name: 'cjs', type: 'commonjs', options: ['--module', 'CommonJS', '--noCheck'] },
];

rmSync(join(root, 'dist'), { recursive: true, force: true });
for (const { name, type, options } of formats) {
  const target = join(root, 'dist', name);
  const args = [tsc, '-p', root, ...options, '--outDir', target];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
  // tsc compiles .ts files only; it does not copy .d.ts files.
  mkdirSync(join(target, 'generated'), { recursive: true });
  copyFileSync(join(root, 'src/generated/schema.d.ts'), join(target, 'generated/schema.d.ts'));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify({ type })}\n`);
}
