import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BillingClient } from '@billing-service/sdk';
import { runCommand, startCommand } from '../../support/command-line';
import { eventually } from '../../support/eventually';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';

const HEADER = 'transaction_id,code,external_subscription_id,timestamp,gb,region';

describe('billing usage import', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);
  let billing: BillingClient;
  let folder: string;

  beforeAll(async () => {
    billing = new BillingClient({ baseUrl: app.url, apiKey: organization.rawKey });
    await billing.post('/v1/billable_metrics', {
      body: { code: 'storage', name: 'Storage', aggregation_type: 'sum', field_name: 'gb' },
    });
    const customer = await billing.post('/v1/customers', { body: { external_id: 'cust_1042' } });
    const plan = await billing.post('/v1/plans', {
      body: { code: 'pro', name: 'Pro', interval: 'monthly', amount_cents: 0, currency: 'EUR' },
    });
    await billing.post('/v1/subscriptions', {
      body: { external_id: 'sub_1042', customer_id: customer.id, plan_id: plan.id },
    });
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'billing-import-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const env = (): Record<string, string> => ({ BILLING_URL: app.url, BILLING_API_KEY: organization.rawKey });
  const importing = (file: string, ...options: string[]) =>
    runCommand(['usage', 'import', file, '--json', ...options], env());

  function fileOf(name: string, lines: readonly string[]): string {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  }

  function rejectedOf(file: string): { line: number; reason: string; source: unknown }[] {
    const lines = readFileSync(`${file}.rejected.ndjson`, 'utf8').trim().split('\n');
    return lines.map((it) => JSON.parse(it) as { line: number; reason: string; source: unknown });
  }

  async function storedOf(code: string): Promise<number> {
    const { response } = await billing.http.GET('/v1/events', { params: { query: { code, limit: 1 } } });
    return Number(response.headers.get('x-total-count'));
  }

  it('makes properties of the columns that are no fields, and counts what was there already', async () => {
    const now = Math.ceil(Date.now() / 1000) + 1; // not before the subscription
    const file = fileOf('usage.csv', [HEADER, `csv-1,storage,sub_1042,${now},12.5,"eu, west"`]);
    expect(JSON.parse((await importing(file)).stdout)).toEqual({
      imported: 1,
      duplicates: 0,
      rejected: 0,
      rejected_file: null,
    });
    const [event] = await billing.get('/v1/events', { params: { query: { limit: 1 } } });
    expect(event).toMatchObject({
      transaction_id: 'csv-1',
      properties: { gb: '12.5', region: 'eu, west' },
      timestamp: new Date(now * 1000).toISOString(),
    });
    expect(JSON.parse((await importing(file)).stdout)).toMatchObject({ imported: 0, duplicates: 1 });
    expect(existsSync(`${file}.import.json`)).toBe(false);
  });

  it('keeps rejected lines with number and reason, and goes on', async () => {
    const file = fileOf('usage.csv', [
      HEADER,
      'bad-1,storage,sub_1042,,1,eu',
      'bad-2,storage,sub_1042,,many,eu',
      'bad-3,storage',
      'bad-4,unknown,sub_1042,,1,eu',
      '',
      'bad-1,storage,sub_1042,,2,eu',
      'bad-7,storage,sub_1042,,1,eu',
    ]);
    const { code, stdout } = await importing(file);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { imported: 2, duplicates: 0, rejected: 4, rejected_file: `${file}.rejected.ndjson` },
    ]);
    const rejected = rejectedOf(file);
    expect(rejected.map(({ line }) => line)).toEqual([3, 4, 5, 7]);
    expect(rejected[0]?.reason).toContain('gb');
    expect(rejected[1]?.reason).toBe('The line has 2 columns, the header 6.');
    expect(rejected[2]?.source).toMatchObject({ transaction_id: 'bad-4', code: 'unknown' });
    expect(rejected[3]?.reason).toContain('transaction_id');
  });

  it('reads NDJSON, with properties beside the fields or as an object', async () => {
    const file = fileOf('usage.ndjson', [
      '{"transaction_id":"json-1","code":"storage","external_subscription_id":"sub_1042","gb":3}',
      '{"transaction_id":"json-2","code":"storage","external_customer_id":"cust_1042","properties":{"gb":4}}',
      '{"transaction_id":',
      '[]',
    ]);
    expect(JSON.parse((await importing(file)).stdout)).toMatchObject({ imported: 2, rejected: 2 });
    expect(rejectedOf(file)).toEqual([
      { line: 3, reason: 'The line is not valid JSON.', source: '{"transaction_id":' },
      { line: 4, reason: 'The line is not a JSON object.', source: '[]' },
    ]);
  });

  it('goes on after kill -9 and counts every line once', async () => {
    const lines = Array.from({ length: 15_000 }, (_, n) =>
      n % 1_000 === 7 ? `kill-${n},storage,sub_1042,,none,eu` : `kill-${n},storage,sub_1042,,1,eu`,
    );
    const file = fileOf('usage.csv', [HEADER, ...lines]);
    const before = await storedOf('storage');
    const first = startCommand(['usage', 'import', file], env());
    await eventually(() => (existsSync(`${file}.import.json`) ? true : null));
    first.process.kill('SIGKILL');
    expect((await first.ended).signal).toBe('SIGKILL');
    const { line } = JSON.parse(readFileSync(`${file}.import.json`, 'utf8')) as { line: number };
    expect(line).toBeGreaterThan(1);

    const second = await runCommand(['usage', 'import', file], env());
    expect(second.stderr).toMatch(/^Going on after line \d+ of an interrupted import\.\n$/);
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining(' 15 rejected') as string });
    expect(await storedOf('storage')).toBe(before + 15_000 - 15);
    expect(rejectedOf(file).map((it) => it.line)).toEqual(
      Array.from({ length: 15 }, (_, n) => n * 1_000 + 9),
    );
    expect(existsSync(`${file}.import.json`)).toBe(false);
  }, 120_000);

  it('refuses to go on in a file that has changed, unless it is to restart', async () => {
    const file = fileOf('usage.csv', [HEADER, 'changed-1,storage,sub_1042,,1,eu']);
    const state = { url: app.url, size: 1, modified: 1, line: 2, imported: 1, duplicates: 0, rejected: 0 };
    writeFileSync(`${file}.import.json`, JSON.stringify({ ...state, rejectedBytes: 0 }));
    const { code, stderr } = await importing(file);
    expect([code, stderr]).toEqual([1, expect.stringContaining('--restart')]);
    expect(JSON.parse((await importing(file, '--restart')).stdout)).toMatchObject({ imported: 1 });
  });

  it.each([
    ['a file that does not exist', 'missing.csv', null, 'There is no file'],
    ['a name that says no format', 'usage.txt', ['x'], '--format'],
    ['a header without transaction_id', 'usage.csv', ['code,gb', 'a,1'], 'no transaction_id'],
    ['a column that is there twice', 'usage.csv', ['transaction_id,code,gb,gb', 'a,b,1,2'], 'twice'],
  ])('%s is wrong use', async (_, name, lines, message) => {
    const file = lines === null ? join(folder, name) : fileOf(name, lines);
    const { code, stderr } = await importing(file);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
