import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuiltCli, type CliResult } from '../../support/built-cli';
import { aCharge, aMetric, aPlan, aSubscription } from '../../support/builders';
import { confirmedIn, usageOf } from '../../support/cli-import';
import { eventually } from '../../support/eventually';
import type { SubscriptionBody } from '../../support/subscription-wire';
import { scaled } from '../../support/long-form';
import { useOrganization, useTestApp } from '../../support/use-test-app';

jest.setTimeout(300_000);

/** Lines of the import that is killed. */
const LINES = scaled(8_000, 200_000);

describe('billing usage import', () => {
  const app = useTestApp({ EVENTS_RATE_LIMIT: '0' });
  const organization = useOrganization(app);
  let cli: BuiltCli;
  let subscription: SubscriptionBody;

  beforeAll(async () => {
    cli = await BuiltCli.create();
  });
  beforeEach(async () => {
    const metric = await aMetric(organization, { code: 'calls' });
    const plan = await aPlan(organization, { charges: [aCharge(metric)] });
    subscription = await aSubscription(organization, { plan_id: plan.id });
  });
  afterAll(() => cli.remove());

  const env = () => ({ BILLING_URL: app.url, BILLING_API_KEY: organization.rawKey });
  const write = (name: string, text: string): string => {
    writeFileSync(join(cli.folder, name), text);
    return name;
  };
  const importFile = (name: string, ...options: string[]): Promise<CliResult> =>
    cli.run(['usage', 'import', name, '--json', ...options], env());
  const rejectedOf = (name: string): unknown[] =>
    readFileSync(join(cli.folder, `${name}.rejected`), 'utf8')
      .trim()
      .split('\n')
      .map((it) => JSON.parse(it) as unknown);
  const counted = () => usageOf(organization, subscription);

  it('stores the valid rows of a CSV file, and keeps the others with number and reason', async () => {
    const id = subscription.external_id;
    const rows = [
      '\ufefftransaction_id,code,external_subscription_id,value,note',
      `t1,calls,${id},2,"two, ""quoted""\r\nlines"\r`,
      `,calls,${id},3,without ID`,
      '',
      `t3,calls,${id},many,`,
      `t4,calls,${id}`,
      `t1,calls,${id},5,used before`,
      `t6,nothing,${id},1,`,
      `t7,calls,${id},4,`,
    ];
    const file = write('usage.csv', rows.join('\n'));
    const { code, stdout } = await importFile(file);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      lines: 7,
      accepted: 3,
      rejected: 4,
      rejected_file: 'usage.csv.rejected',
    });
    expect(rejectedOf(file)).toMatchObject([
      { line: 6, reason: expect.stringMatching(/^properties\.value: /) as string, text: rows[4] },
      { line: 7, reason: 'The row has 3 fields, but the header has 5.', text: rows[5] },
      { line: 8, reason: expect.stringMatching(/^transaction_id: /) as string },
      { line: 9, reason: expect.stringMatching(/^code: /) as string },
    ]);
    expect(await counted()).toEqual({ units: '9', events_count: 3 });
    expect(existsSync(join(cli.folder, `${file}.import-state`))).toBe(false);
    expect(JSON.parse((await importFile(file)).stdout)).toMatchObject({
      accepted: 0,
      duplicates: 3,
      rejected: 4,
    });
    expect(await counted()).toEqual({ units: '9', events_count: 3 });
  });

  it('continues after kill -9, and counts every line once', async () => {
    const event = (n: number): string =>
      n % 2000 === 999
        ? '{"code":"calls"'
        : JSON.stringify({
            code: 'calls',
            external_subscription_id: subscription.external_id,
            properties: { value: 1 + (n % 3) },
          });
    const file = write('events.ndjson', Array.from({ length: LINES }, (_, n) => `${event(n)}\n`).join(''));
    const state = join(cli.folder, `${file}.import-state`);
    for (let kills = 1; kills <= 2; kills++) {
      const before = confirmedIn(state);
      const running = cli.start(['usage', 'import', file], env());
      await eventually(() => (confirmedIn(state) > before ? true : null), 60_000);
      expect(await running.signal('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    }
    const confirmed = confirmedIn(state);
    expect(confirmed).toBeLessThan(LINES);
    const { code, stdout } = await importFile(file);
    expect(code).toBe(1);
    const rejected = LINES / 2000;
    const summary = JSON.parse(stdout) as { accepted: number; duplicates: number };
    expect(summary).toMatchObject({ lines: LINES, rejected, resumed_at: confirmed });
    expect(summary.accepted + summary.duplicates).toBe(LINES - rejected);
    expect(rejectedOf(file)).toHaveLength(rejected);
    const values = Array.from({ length: LINES }, (_, n) => (n % 2000 === 999 ? 0 : 1 + (n % 3)));
    const units = values.reduce((sum, it) => sum + it, 0);
    expect(await counted()).toEqual({ units: String(units), events_count: LINES - rejected });
  });

  it('reads stdin, and refuses to continue a file that has changed', async () => {
    const line = JSON.stringify({
      code: 'calls',
      external_subscription_id: subscription.external_id,
      properties: { value: 1 },
    });
    const piped = await cli.run(
      ['usage', 'import', '-', '--format', 'ndjson', '--id-prefix', 'x'],
      env(),
      `${line}\n${line}`,
    );
    expect(piped).toMatchObject({
      code: 0,
      stdout: 'Imported stdin: 2 lines, 2 accepted, 0 duplicates, 0 rejected.\n',
    });
    const state = { sha256: 'other', organization_id: organization.id, id_prefix: 'x', progress: {} };
    write('changed.ndjson.import-state', JSON.stringify(state));
    const changed = await importFile(write('changed.ndjson', line));
    expect(changed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The file has changed') as string,
    });
    expect((await importFile(write('usage.txt', line))).code).toBe(2);
    expect(await counted()).toEqual({ units: '2', events_count: 2 });
  });
});
