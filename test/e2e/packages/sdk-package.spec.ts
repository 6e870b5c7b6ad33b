import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { useTestApp } from '../../support/use-test-app';

const ROOT = join(__dirname, '../../..');
const TIMEOUT_MS = 180_000;

describe('the packed SDK', () => {
  const app = useTestApp();

  it(
    'runs the examples of its README in fresh strict projects, as ES module and as CommonJS',
    async () => {
      const env = { ...process.env, BILLING_URL: app.url };
      const script = join(ROOT, 'scripts/try-sdk.mjs');
      const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
      const version = process.version;
      expect(stdout).toBe(`ok  ${version}  ES module\nok  ${version}  CommonJS\n`);
    },
    TIMEOUT_MS,
  );
});
