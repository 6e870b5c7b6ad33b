// Lints openapi.json with Redocly and Spectral: `npm run lint:api`. Any finding fails. Installs both on first use.
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const DOCUMENT = '../../openapi.json';

/** npm writes this file last, so it is newer than the lock exactly when the install is complete and current. */
function isInstalled() {
  const marker = join(folder, 'node_modules', '.package-lock.json');
  return (
    existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
  );
}

/** Runs a command and prints what it wrote once it has ended, so that two at a time stay readable. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: { ...process.env, ...env },
    });
    const parts = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part));
    child.on('error', (error) => parts.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(parts));
      resolve(status ?? 1);
    });
  });
}

if (!isInstalled()) {
  process.stderr.write('Installing the linters of the API description (once) ...\n');
  // No package of them needs its install script.
  const status = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  if (status !== 0) process.exit(status);
}

const bin = (name) => join(folder, 'node_modules', '.bin', name);
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const statuses = await Promise.all([
  run(bin('redocly'), ['lint', DOCUMENT, '--config', 'redocly.yaml', '--max-problems', '1000'], quiet),
  run(bin('spectral'), ['lint', DOCUMENT, '--ruleset', 'spectral.yaml', '--fail-severity', 'hint']),
]);
process.exitCode = Math.max(...statuses);
