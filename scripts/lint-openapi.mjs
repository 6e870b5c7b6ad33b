// Lints openapi.json with Redocly (recommended-strict) and Spectral (spectral:oas), of which any warning is an error. The
// linters have a lock of their own, because nothing else uses them; the first run installs them. The published paths that
// a path with a parameter also matches are in .redocly.lint-ignore.yaml.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const home = join(root, '.ci', 'openapi-lint');
const document = join(root, 'openapi.json');

/** Runs a command in the folder of the linters, prints its output only if it fails, and returns whether it succeeds. */
function succeeds(command, ...args) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const child = spawn(command, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (it) => output.push(it));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

const bin = (name) => join(home, 'node_modules', '.bin', name);
const isInstalled = existsSync(bin('redocly')) || (await succeeds('npm', 'ci', '--no-audit', '--no-fund'));
const results = isInstalled
  ? await Promise.all([
      succeeds(bin('redocly'), 'lint', document, '--config', 'redocly.yaml'),
      succeeds(bin('spectral'), 'lint', document, '--ruleset', '.spectral.yaml', '--fail-severity', 'hint'),
    ])
  : [false];
if (results.includes(false)) process.exit(1);
process.stdout.write('openapi.json has no errors and no warnings.\n');
