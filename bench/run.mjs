// Runs one benchmark: `node bench/run.mjs delivery`. Installs the compared packages on first use.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const BENCHMARKS = {
  billing: './billing/main.mjs',
  delivery: './delivery/main.mjs',
  events: './events/main.mjs',
};

/**
 * npm writes this file last. So it is newer than the lock file if and only if the installation is complete and current.
 */
function isInstalled() {
  const marker = join(folder, 'node_modules', '.package-lock.json');
  return (
    existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
  );
}

function install() {
  process.stderr.write('Installing the compared packages (once) ...\n');
  // pg-boss 12 declares Node 22 and runs on Node 20; the warning would only confuse.
  const options = ['--engine-strict=false', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--prefix', folder, ...options], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const [name] = process.argv.slice(2);
const benchmark = BENCHMARKS[name];
if (benchmark === undefined) {
  process.stderr.write(`Usage: node bench/run.mjs ${Object.keys(BENCHMARKS).join('|')}\n`);
  process.exit(2);
}
if (!isInstalled()) install();
const { main } = await import(benchmark);
process.exitCode = await main();
