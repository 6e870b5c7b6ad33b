import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoOptions, UsageError } from '../../../src/commands/demo/options';
import { runDemo } from '../../../src/commands/demo/run-demo';
import { startTestApp, type TestApp } from '../../support/test-app';

const ADMIN_TOKEN = 'an-admin-token-for-the-demo';

/** Runs the demo; returns its output and exit code. */
async function demo(args: string[], env: Record<string, string> = {}, interrupted?: AbortSignal) {
  let output = '';
  const code = await runDemo({
    options: demoOptions(args, env),
    print: (text) => (output += text),
    colors: false,
    interrupted: interrupted ?? new AbortController().signal,
  });
  return { code, output };
}

/** Returns the temporary folder named in the output of the demo. */
const folderOf = (output: string): string => /data +(\S+) \(removed at the end\)/.exec(output)?.[1] ?? '';

// Two tests start a service with its own database, which is slow on a busy machine.
jest.setTimeout(60_000);

describe('npm run demo', () => {
  it('passes all checks on its own service and removes everything', async () => {
    const { code, output } = await demo([]);
    expect(output).toContain('✓ webhook-signature verifies with the standardwebhooks library');
    expect(output).toContain('✓ the delivery has failed, and no further attempt is due');
    expect(output).toMatch(
      /✓ attempt 7 arrives with the ID and the bytes of attempt 1[^✗]+All \d+ checks passed\./,
    );
    expect(code).toBe(0);
    expect([folderOf(output), existsSync(folderOf(output))]).toEqual([
      expect.stringContaining('billing-demo-'),
      false,
    ]);
  });

  it('stops at the next step when interrupted and removes everything', async () => {
    const { code, output } = await demo([], {}, AbortSignal.abort());
    expect(output).toContain('Interrupted; cleaned up');
    expect(code).toBe(1);
    expect([folderOf(output), existsSync(folderOf(output))]).toEqual([
      expect.stringContaining('billing-demo-'),
      false,
    ]);
  });

  it('fails if the service does not respond', async () => {
    const { code, output } = await demo(['--url', 'http://127.0.0.1:1']);
    expect(output).toContain('✗ http://127.0.0.1:1 does not respond');
    expect(code).toBe(1);
  });

  describe('against a running service', () => {
    let service: TestApp;

    afterEach(() => service.stop());

    async function start(env: Record<string, string> = {}): Promise<void> {
      service = await startTestApp(env);
    }

    it('skips the retries without a test clock and deletes its endpoints', async () => {
      await start();
      const { code, output } = await demo([], { BASE_URL: `${service.url}/v1/` });
      expect(output).toContain('✓ a manual retry of a pending delivery is refused with 400 invalid_state');
      expect(output).toContain('runs without TEST_CLOCK=on');
      expect(code).toBe(0);
      const left = await service.database.query('SELECT 1 FROM webhook_endpoints WHERE deleted_at IS NULL');
      expect(left).toEqual([]);
    });

    it('moves the test clock of the service, even after an earlier run has moved it', async () => {
      await start({ TEST_CLOCK: 'on' });
      const first = await demo(['--url', service.url]);
      const second = await demo(['--url', service.url]);
      expect([first.code, second.code]).toEqual([0, 0]);
      expect(second.output).toContain('✓ the delivery has failed, and no further attempt is due');
    });

    it('sends ADMIN_TOKEN, and without it fails if the service requires one', async () => {
      await start({ ADMIN_TOKEN });
      expect((await demo(['--url', service.url], { ADMIN_TOKEN })).code).toBe(0);
      const refused = await demo(['--url', service.url]);
      expect(refused.output).toContain('✗ This service requires an admin token');
      expect(refused.code).toBe(1);
    });

    it('fails if the service does not deliver to this machine', async () => {
      await start({ WEBHOOK_ALLOWED_CIDRS: '192.0.2.0/24' });
      const { code, output } = await demo(['--url', service.url]);
      expect(output).toContain('✗ This service does not deliver to 127.0.0.1');
      expect(code).toBe(1);
    });

    it.each([
      ['another secret', /"secret":"whsec_[^"]+"/, '"secret":"whsec_AAAA"', '✗ X-Svc-Signature is'],
      [
        'wrong statistics',
        /"succeeded":2/,
        '"succeeded":3',
        '✗ the statistics match the deliveries of this demo',
      ],
    ])('fails if the service returns %s', async (_what, found, replaced, complaint) => {
      await start();
      const liar = await startLiar(service.url, (text) => text.replace(found, replaced));
      const { code, output } = await demo(['--url', liar.url]);
      liar.server.close();
      expect(output).toContain(complaint);
      expect(output).toMatch(/expected {2}.+\n +got {7}.+\n\nThe demo failed/);
      expect(code).toBe(1);
    });
  });

  it.each([['--url', 'ftp://localhost'], ['--url', 'localhost:3000'], ['--what']])(
    'refuses the option %s %s',
    (...args) => {
      expect(() => demoOptions(args, {})).toThrow(UsageError);
    },
  );

  it('accepts a URL with or without /v1, and --url takes precedence over BASE_URL', () => {
    const env = { BASE_URL: 'http://a:1', ADMIN_TOKEN: '' };
    expect(demoOptions([], env)).toEqual({ url: 'http://a:1', adminToken: null, help: false });
    expect(demoOptions(['--url', 'http://b:2/v1/'], env).url).toBe('http://b:2');
    expect(demoOptions([], {}).url).toBeNull();
  });
});

/** Starts a proxy that changes the responses of the service behind it. */
async function startLiar(
  target: string,
  change: (text: string) => string,
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
      const key = request.headers['idempotency-key'];
      void fetch(`${target}${request.url ?? ''}`, {
        method: request.method ?? 'GET',
        headers: {
          authorization,
          'content-type': type,
          ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
        },
        body: chunks.length === 0 ? null : Buffer.concat(chunks),
      }).then(async (answer) => {
        const headers = Object.fromEntries(answer.headers);
        delete headers['content-length']; // the length of the original body
        response.writeHead(answer.status, headers).end(change(await answer.text()));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
