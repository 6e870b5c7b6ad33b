// Builds dist/, packages/*/dist and dashboard/dist when they are missing or older than the sources, so that `npm start` works
// straight after `npm ci` and costs nothing afterwards. `--force` builds always.
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'dist', '.built');
const sdk = join(root, 'packages', 'sdk');
const cli = join(root, 'packages', 'cli');
const dashboard = join(root, 'dashboard');
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const nest = join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
const vite = () =>
  join(
    dirname(createRequire(join(dashboard, 'package.json')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  );
const inputs = [
  'src',
  'tools',
  'ormconfig.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
  'package-lock.json',
  'packages/sdk/src',
  'packages/sdk/package.json',
  'packages/sdk/tsconfig.json',
  'packages/sdk/tsconfig.cjs.json',
  'packages/cli/src',
  'packages/cli/package.json',
  'packages/cli/tsconfig.build.json',
  'dashboard/src',
  'dashboard/index.html',
  'dashboard/package.json',
  'dashboard/vite.config.ts',
];
const outputs = [stamp, join(sdk, 'dist'), join(cli, 'dist'), join(dashboard, 'dist', 'index.html')];

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((max, name) => Math.max(max, newest(join(path, name))), stat.mtimeMs);
}

function isFresh() {
  if (!existsSync(join(root, 'src'))) return true; // a container image ships dist/ only
  if (!outputs.every((path) => existsSync(path))) return false;
  const builtAt = statSync(stamp).mtimeMs;
  return inputs.every((input) => newest(join(root, input)) <= builtAt);
}

/** Runs a program of node_modules; ends the build if it fails. */
function run(program, ...args) {
  return runIn(root, program, ...args);
}

function runIn(cwd, program, ...args) {
  const child = spawn(process.execPath, [program, ...args], { cwd, stdio: ['ignore', 2, 2] });
  return new Promise((resolve) => {
    child.on('exit', (code) => (code === 0 ? resolve() : process.exit(code ?? 1)));
  });
}

/** Compiles the SDK to one kind of module. Its types are checked by `npm run typecheck`, not here. */
async function buildSdk(project, kind, type) {
  await run(tsc, '-p', join(sdk, project), '--noCheck');
  const folder = join(sdk, 'dist', kind);
  copyFileSync(join(sdk, 'src', 'openapi.d.ts'), join(folder, 'openapi.d.ts'));
  writeFileSync(join(folder, 'package.json'), `{ "type": "${type}" }\n`);
}

async function buildPackages() {
  await buildSdk('tsconfig.json', 'esm', 'module');
  await run(tsc, '-p', join(cli, 'tsconfig.build.json'), '--noCheck');
  chmodSync(join(cli, 'dist', 'main.js'), 0o755);
}

/** The pages of the dashboard. Their types are checked by `npm run typecheck`, not here. */
function buildDashboard() {
  return runIn(dashboard, vite(), 'build', '--logLevel', 'warn');
}

async function buildService() {
  await buildSdk('tsconfig.cjs.json', 'cjs', 'commonjs'); // whose types the service imports
  await run(nest, 'build');
}

if (process.argv.includes('--force') || !isFresh()) {
  process.stderr.write('Building (once; the next start uses what is built) ...\n');
  const startedAt = new Date();
  for (const folder of [sdk, cli]) rmSync(join(folder, 'dist'), { recursive: true, force: true });
  await Promise.all([buildService(), buildPackages(), buildDashboard()]);
  writeFileSync(stamp, `${startedAt.toISOString()}\n`);
}
