import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually';

const ROOT = join(__dirname, '../..');
const START_LIMIT_MS = 60_000;
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';

describe('npm start', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'billing-npm-start-'));
  // When started as root, PostgreSQL runs under another account. Lets that account enter the folder; otherwise the
  // cluster would be created outside it.
  chmodSync(dataDir, 0o711);
  afterAll(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  // On Windows, which has no SIGTERM, npm and its children end together.
  const onPosix = process.platform === 'win32' ? it.skip : it;

  onPosix(
    'stops the service and its PostgreSQL when npm receives a SIGTERM, although npm does not forward it',
    async () => {
      const { DATABASE_URL: _, ...env } = process.env;
      const npm = spawn(NPM, ['start'], {
        cwd: ROOT,
        env: {
          ...env,
          NODE_ENV: 'test',
          PORT: '0',
          DATA_DIR: dataDir,
          LOG_FORMAT: 'json',
          LOG_LEVEL: 'info',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      const keep = (chunk: Buffer): void => void (output += chunk.toString());
      npm.stdout.on('data', keep);
      npm.stderr.on('data', keep);
      // The pipes close when the last process that holds them ends, which is the service.
      const ended = once(npm, 'close');
      await eventually(() => Promise.resolve(output.includes('is ready') ? true : null), START_LIMIT_MS);
      npm.kill('SIGTERM');
      await ended;
      expect(output).toContain('"msg":"Stopped"');
      expect(existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
    },
  );
});
