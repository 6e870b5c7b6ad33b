import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BillingClient } from '@billing-service/sdk';
import { runCommand, startCommand, type RunningCommand } from '../../support/command-line';
import { eventually } from '../../support/eventually';
import { freePort } from '../../support/free-port';
import { useRecordingReceiver } from '../../support/use-receiver';
import { useOrganization, useTestApp } from '../../support/use-test-app';

describe('billing listen', () => {
  const receiver = useRecordingReceiver();
  const app = useTestApp();
  const organization = useOrganization(app);
  let billing: BillingClient;
  let home: string;
  let running: RunningCommand[] = [];

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'billing-listen-'));
    billing = new BillingClient({ baseUrl: app.url, apiKey: organization.rawKey });
  });
  afterEach(async () => {
    for (const { process } of running) process.kill('SIGKILL');
    await Promise.all(running.map((it) => it.ended));
    running = [];
    rmSync(home, { recursive: true, force: true });
  });

  const env = (): Record<string, string> => ({
    HOME: home,
    BILLING_URL: app.url,
    BILLING_API_KEY: organization.rawKey,
  });

  async function listening(url: string, ...options: string[]): Promise<RunningCommand> {
    const command = startCommand(['listen', '--forward', url, ...options], env());
    running.push(command);
    const isQuiet = options.includes('--json');
    await eventually(() => (isQuiet || command.output.stderr.includes('Listening') ? true : null));
    return command;
  }

  /** How far the inboxes have been forwarded. */
  function sequences(): (number | null)[] {
    const text = readFileSync(join(home, '.local/state/billing/listen.json'), 'utf8');
    return Object.values(JSON.parse(text) as Record<string, { sequence: number | null }>).map(
      (it) => it.sequence,
    );
  }
  const created = (externalId: string) =>
    billing.post('/v1/customers', { body: { external_id: externalId } });
  const arrivedAt = (path: string) => receiver.arrivals.filter((it) => it.path === path);
  const printed = ({ output }: RunningCommand, lines: number) =>
    eventually(() => (output.stdout.split('\n').length > lines ? true : null), 20_000);

  it('forwards with a line each, goes on after kill -9, and ends with 0 at Ctrl-C', async () => {
    const first = await listening(receiver.url('/first'));
    await created('a');
    await printed(first, 1);
    expect(first.output.stdout).toMatch(/^\S+ +customer\.created +200 +\d+ ms +[0-9a-f-]{36}\n$/);
    await eventually(() => (sequences().includes(1) ? true : null)); // noted: else it may come twice
    first.process.kill('SIGKILL');
    await first.ended;

    await created('b'); // while nobody listens
    const second = await listening(receiver.url('/first'));
    await printed(second, 1);
    second.process.kill('SIGINT');
    expect(await second.ended).toMatchObject({ code: 0 });
    const ids = arrivedAt('/first').map((it) => it.headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
  });

  it('waits for a receiver that is not there, and forwards what came meanwhile in order', async () => {
    const command = await listening(`http://127.0.0.1:${await freePort()}/`);
    await created('c');
    await eventually(async () => {
      const [delivery] = await billing.get('/v1/webhook_endpoints/hooks/list');
      return delivery?.status === 'succeeded' ? true : null;
    });
    command.process.kill('SIGKILL');
    expect((await command.ended).stdout).toBe('');
    await created('d');
    const next = await listening(receiver.url('/later'), '--json');
    await printed(next, 2);
    const lines = next.output.stdout
      .trim()
      .split('\n')
      .map((it) => JSON.parse(it) as { webhook_id: string });
    expect(lines.map((it) => it.webhook_id)).toEqual(
      arrivedAt('/later').map((it) => it.headers['webhook-id']),
    );
    expect(lines).toHaveLength(2);
  });

  it('an inbox of another organization is not found', async () => {
    const other = await app.anOrganization();
    const theirs = await new BillingClient({ baseUrl: app.url, apiKey: other.rawKey }).post(
      '/v1/webhook_endpoints',
      { body: { url: 'inbox' } },
    );
    const args = ['listen', '--forward', receiver.url('/x'), '--endpoint', theirs.id];
    const { code, stderr } = await runCommand(args, env());
    expect([code, stderr]).toEqual([1, expect.stringContaining('no webhook endpoint')]);
  });

  it('deliveries retry queues the failed deliveries of a span again', async () => {
    const { id } = await billing.post('/v1/webhook_endpoints', { body: { url: receiver.url('/retried') } });
    const none = await runCommand(['deliveries', 'retry', '--endpoint', id, '--since', '2h'], env());
    expect(none).toMatchObject({ code: 0, stdout: '0 of 0 failed deliveries queued again.\n' });
    const wrong = await runCommand(['deliveries', 'retry', '--endpoint', id, '--since', 'yesterday'], env());
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('"yesterday" is no time')]);
  });
});
