import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { webhooks } from '@billing-service/sdk';
import { COMMAND, runCommand, type CommandResult } from '../../support/command-line';
import { docBlocks } from '../../support/doc-blocks';
import { freePort } from '../../support/free-port';
import { useRecordingReceiver } from '../../support/use-receiver';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, type EndpointBody } from '../../support/wire';

describe('the command line', () => {
  const receiver = useRecordingReceiver();
  const app = useTestApp();
  const organization = useSharedOrganization(app);
  let home: string;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'billing-cli-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const withKey = (...args: string[]): Promise<CommandResult> =>
    runCommand(args, { HOME: home, BILLING_URL: app.url, BILLING_API_KEY: organization.rawKey });
  const withLogin = (args: string[], input = ''): Promise<CommandResult> =>
    runCommand(args, { HOME: home, XDG_CONFIG_HOME: join(home, 'config') }, input);

  it('login stores the key in a file that only its owner can read, and the next command uses it', async () => {
    const login = await withLogin(['login', '--url', app.url], `${organization.rawKey}\n`);
    expect(login).toMatchObject({ code: 0, stdout: `Logged in to ${app.url} as Acme.\n` });
    const path = join(home, 'config/billing/credentials.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ url: app.url, api_key: organization.rawKey });
    expect(await withLogin(['events'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('--version prints the version of the package', async () => {
    const file = readFileSync(join(__dirname, '../../../packages/cli/package.json'), 'utf8');
    const { version } = JSON.parse(file) as { version: string };
    expect(await withLogin(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('a stored key is not sent to another address', async () => {
    await withLogin(['login', '--url', app.url], organization.rawKey);
    const elsewhere = {
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      BILLING_URL: 'http://127.0.0.1:1',
    };
    const { code, stderr } = await runCommand(['events'], elsewhere);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('You are not logged in to http://127.0.0.1:1.'),
    ]);
  });

  it('without a login every command says how to log in and ends with 2', async () => {
    const commands = [
      ['events'],
      ['trigger', 'customer.created', '--endpoint', 'x'],
      ['usage', 'import', 'x.csv'],
    ];
    for (const args of commands) {
      const { code, stdout, stderr } = await withLogin(args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('Run "billing login"');
    }
  });

  it('a wrong key is refused in the words of the API, with 2, and is not stored', async () => {
    const { code, stderr } = await withLogin(['login', '--url', app.url], 'svc_live_wrong');
    expect([code, stderr]).toEqual([2, expect.stringContaining('A valid API key is required')]);
    expect((await withLogin(['events'])).code).toBe(2);
  });

  it('wrong use ends with 2 and says what is wrong, as JSON if asked for', async () => {
    const plain = await withKey('events', '--limit', 'many');
    expect([plain.code, plain.stderr]).toEqual([2, expect.stringContaining('whole number')]);
    const json = await withKey('trigger', 'customer.created', '--json');
    expect(json).toMatchObject({ code: 2, stdout: '' });
    expect(JSON.parse(json.stderr)).toEqual({
      error: { detail: expect.stringContaining('--endpoint') as string },
    });
  });

  it('a service that does not respond is a failure with 1', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { code, stderr } = await runCommand(['login', '--url', url], { HOME: home }, 'svc_live_x');
    expect([code, stderr]).toEqual([
      1,
      `${url} does not respond (ECONNREFUSED).
`,
    ]);
  });

  it('events lists deliveries, newest first, as lines and as JSON', async () => {
    await organization.post('/v1/webhook_endpoints', { url: receiver.url('/events') }).expect(201);
    for (const external_id of ['a', 'b'])
      await organization.post('/v1/customers', { external_id }).expect(201);
    const { stdout } = await withKey('events', '--kind', 'customer.created', '--json');
    const deliveries = stdout
      .trim()
      .split('\n')
      .map((it) => JSON.parse(it) as { id: string; created_at: string });
    expect(deliveries).toHaveLength(2);
    expect((deliveries[0]?.created_at ?? '') >= (deliveries[1]?.created_at ?? '')).toBe(true);
    const latest = await withKey('events', '--limit', '1');
    expect(latest).toMatchObject({ code: 0, stderr: '' });
    expect(latest.stdout).toMatch(new RegExp(`^\\S+ +customer\\.created .* ${deliveries[0]?.id}\\b.*\\n$`));
  });

  it('an unknown kind is refused in the words of the API, with 1', async () => {
    const { code, stderr } = await withKey('events', '--kind', 'customer.eaten');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/webhook_type: .*customer\.created/s)]);
    const json = await withKey('events', '--kind', 'customer.eaten', '--json');
    expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: 'validation_failed', status: 422 } });
  });

  it('trigger sends a signed sample of a kind to one endpoint', async () => {
    const creating = organization.post('/v1/webhook_endpoints', { url: receiver.url('/sample') });
    const endpoint = await bodyOf<EndpointBody>(creating, 201);
    const bodies: Buffer[] = [];
    receiver.respond = (arrival, body) => {
      if (arrival.path === '/sample') bodies.push(body);
      return { status: 200 };
    };
    const result = await withKey('trigger', 'invoice.finalized', '--endpoint', endpoint.id);
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('invoice.finalized') as string });
    await receiver.until(() => bodies.length > 0);
    const arrival = receiver.arrivals.find((it) => it.path === '/sample');
    const event = webhooks.verify(bodies[0] ?? '', arrival?.headers ?? {}, endpoint.secret ?? '');
    expect(event).toMatchObject({ webhook_type: 'invoice.finalized', sample: true });
  });

  it('the commands of its README run', async () => {
    const blocks = docBlocks().filter((it) => it.page === 'packages/cli/README.md' && it.language === 'sh');
    const script = blocks.filter((it) => it.attributes.norun === undefined).map((it) => it.code);
    expect(script.length).toBeGreaterThan(1);
    symlinkSync(COMMAND, join(home, 'billing'));
    const { stdout } = await promisify(execFile)(
      'bash',
      ['-ec', script.join('\n').replaceAll('http://localhost:3000', app.url)],
      { cwd: home, env: { HOME: home, PATH: `${home}:${process.env.PATH}`, KEY: organization.rawKey } },
    );
    expect(stdout).toContain('Logged in');
    expect(stdout).toContain('1 rejected; they are in usage.csv.rejected.ndjson');
  });
});
