import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { useTestApp } from '../support/use-test-app';

const ROOT = join(__dirname, '../..');
const run = promisify(execFile);

describe('the packed command line', () => {
  const app = useTestApp();
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'billing-packed-cli-'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true }));
    const workspaces = ['sdk', 'cli'].flatMap((it) => ['--workspace', `@billing-service/${it}`]);
    const pack = ['pack', ...workspaces, '--pack-destination', folder, '--json'];
    const { stdout } = await run('npm', pack, { cwd: ROOT });
    const archives = (JSON.parse(stdout) as { filename: string }[]).map((it) => `./${it.filename}`);
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...archives], {
      cwd: folder,
    });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('contains only what it needs, and runs as billing', async () => {
    const installed = join(folder, 'node_modules/@billing-service/cli');
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const { rawKey } = await app.anOrganization();
    const env = { ...process.env, XDG_CONFIG_HOME: folder, BILLING_URL: app.url, BILLING_API_KEY: rawKey };
    const billing = join(folder, 'node_modules/.bin/billing');
    expect((await run(billing, ['--version'], { env })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { stdout } = await run(billing, ['deliveries', 'retry', '--since', '1h', '--json'], { env });
    expect(JSON.parse(stdout)).toMatchObject({ found: 0, failed: 0 });
  });
});
