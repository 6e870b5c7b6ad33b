import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BuiltCli } from '../../support/built-cli';
import { anEndpoint } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { isInstalled } from '../../support/installed';
import { messagesOf } from '../../support/inboxes';
import { RecordingReceiver } from '../../support/recording-receiver';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { deliveriesOf, ended } from '../../support/webhooks';
import { listOf, type EndpointBody } from '../../support/wire';

jest.setTimeout(60_000);

describe('the command line', () => {
  const app = useTestApp({ WEBHOOK_MAX_RETRIES: '0' });
  const organization = useOrganization(app, { name: 'Acme' });
  let cli: BuiltCli;

  beforeAll(async () => {
    cli = await BuiltCli.create();
  });
  afterAll(() => cli.remove());

  const env = () => ({ BILLING_URL: app.url, BILLING_API_KEY: organization.rawKey });
  const endpoints = async () => (await listOf<EndpointBody>(organization.get('/v1/webhook_endpoints'))).items;

  it('login checks the key from stdin and stores it for the owner only, and other commands use it', async () => {
    const login = await cli.run(['login', '--url', app.url, '--json'], {}, `${organization.rawKey}\n`);
    expect(login).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(login.stdout)).toEqual({
      url: app.url,
      organization_id: organization.id,
      organization_name: 'Acme',
    });
    const file = join(cli.folder, 'config/billing/credentials.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain(organization.rawKey);
    const wrong = await cli.run(['login'], {}, 'svc_live_wrong');
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toMatch(/^Error: .+\nRequest ID: \S+\nRun "billing login"/);
    expect(await cli.run(['deliveries', 'retry', '--since', '1h'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Queued 0 of 0 failed deliveries/) as string,
    });
  });

  (isInstalled('script', 'bsdutils') ? it : it.skip)(
    'login does not show a key typed at a terminal',
    async () => {
      const command = `${process.execPath} ${cli.main} login --url ${app.url}`;
      const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: join(cli.folder, 'terminal') };
      const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { env });
      let shown = '';
      terminal.stdout.on('data', (chunk: Buffer) => {
        shown += chunk.toString();
        if (shown === 'API key: ') terminal.stdin.write(`${organization.rawKey}\r`);
      });
      const [code] = (await once(terminal, 'close')) as [number | null];
      expect({ code, shown }).toEqual({
        code: 0,
        shown: expect.stringContaining('Logged in to Acme') as string,
      });
      expect(shown).not.toContain(organization.rawKey);
    },
  );

  it('says how to log in, with exit code 2, and has exit code 2 for wrong use', async () => {
    const nobody = { XDG_CONFIG_HOME: join(cli.folder, 'nobody') };
    const [out, json, wrong, empty, help] = await Promise.all([
      cli.run(['trigger', 'invoice.paid'], nobody),
      cli.run(['trigger', 'invoice.paid', '--json'], nobody),
      cli.run(['deliveries', 'retry', '--since', 'yesterday'], env()),
      cli.run(['usage']),
      cli.run(['usage', 'import', '--help']),
    ]);
    expect(out).toMatchObject({ code: 2, stdout: '' });
    expect(out.stderr).toContain('You are not logged in. Run "billing login"');
    expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: 'usage' } });
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"yesterday" is not a time') as string,
    });
    expect(empty.code).toBe(2);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('Examples:') as string });
  });

  it('trigger shows the error of the service for an unknown kind', async () => {
    const { id } = await anEndpoint(organization, 'inbox');
    const unknown = await cli.run(['trigger', 'invoice.lost', '--endpoint', id], env());
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toMatch(/ {2}webhook_type: .*invoice\.finalized[^]*Request ID: \S+\n/);
    const none = await cli.run(['trigger', 'invoice.paid'], env());
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('billing listen') as string });
  });

  it('deliveries retry queues every failed delivery, and goes on after those that are refused', async () => {
    const receiver = await RecordingReceiver.start();
    receiver.answer = () => ({ status: 500 });
    const [kept, deleted] = [
      await anEndpoint(organization, receiver.url('/kept')),
      await anEndpoint(organization, receiver.url('/deleted')),
    ];
    const failed: string[] = [];
    for (const { id } of [deleted, kept, kept]) {
      await organization.post(`/v1/webhook_endpoints/${id}/test`).expect(200);
    }
    for (const { id } of await deliveriesOf(organization)) failed.push((await ended(organization, id)).id);
    await organization.delete(`/v1/webhook_endpoints/${deleted.id}`).expect(204);
    receiver.answer = () => ({ status: 200 });
    const retried = await cli.run(['deliveries', 'retry', '--since', '5m', '--json'], env());
    expect(retried.code).toBe(1);
    expect(JSON.parse(retried.stdout)).toMatchObject({
      found: 3,
      retried: 2,
      failed: 1,
      errors: [{ status: 400 }],
    });
    await receiver.until(() => receiver.arrivals.filter((it) => it.attempt === 2).length === 2);
    const one = ['deliveries', 'retry', '--since', '5m', '--kind', 'invoice.paid', '--json'];
    expect(JSON.parse((await cli.run(one, env())).stdout)).toMatchObject({ found: 0 });
    expect(failed).toHaveLength(3);
    await receiver.stop();
  });

  it('trigger sends to the inbox of listen, whose endpoint is created once', async () => {
    const receiver = await RecordingReceiver.start();
    const listen = cli.start(['listen', '--forward', receiver.url('/'), '--json'], env());
    await receiverOf(listen);
    const sent = await cli.run(['trigger', 'invoice.finalized', '--json'], env());
    expect(sent.code).toBe(0);
    await receiver.until(() => receiver.arrivals.length === 1);
    const { id } = JSON.parse(sent.stdout) as { id: string };
    expect(receiver.arrivals[0]).toMatchObject({ deliveryId: id, headers: { 'x-svc-sample': 'true' } });
    expect(await listen.signal('SIGINT')).toMatchObject({ code: 0 });
    expect(listen.events).toMatchObject([
      { webhook_type: 'invoice.finalized', delivery_id: id, status: 200 },
    ]);
    const [endpoint, ...others] = await endpoints();
    expect([endpoint?.url, others]).toEqual(['inbox', []]);
    expect(await messagesOf(organization, { id: endpoint?.id ?? '' })).toHaveLength(1);
    await receiver.stop();
  });
});

/** Waits until `listen` has announced its endpoint. */
function receiverOf(listen: { stderr: string }): Promise<true> {
  return eventually(() => (listen.stderr.includes('Forwarding endpoint') ? true : null));
}
