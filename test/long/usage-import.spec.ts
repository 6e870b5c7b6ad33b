import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BuiltCli } from '../support/built-cli';
import { aCharge, aMetric, aPlan, aSubscription } from '../support/builders';
import { confirmedIn, usageOf } from '../support/cli-import';
import { eventually } from '../support/eventually';
import { reportFigures } from '../support/long-form';
import { useSharedOrganization, useTestApp } from '../support/use-test-app';

const LINES = 1_000_000;
/** Every such line has no code. */
const REJECTED_EVERY = 100_000;
const KILLS = 3;
/** Node.js itself takes 50 MB; the rest is batches on their way. */
const MEMORY_LIMIT_MB = 250;

describe('billing usage import of a million lines', () => {
  const app = useTestApp({ EVENTS_RATE_LIMIT: '0' });
  const organization = useSharedOrganization(app);

  it('counts every line once over kill -9, in constant memory', async () => {
    const cli = await BuiltCli.create();
    const metric = await aMetric(organization, { code: 'calls' });
    const plan = await aPlan(organization, { charges: [aCharge(metric)] });
    const subscription = await aSubscription(organization, { plan_id: plan.id });
    const file = join(cli.folder, 'usage.csv');
    const rows = function* (): Generator<string> {
      yield 'code,external_subscription_id,value\n';
      for (let n = 1; n <= LINES; n++)
        yield `${n % REJECTED_EVERY === 0 ? '' : 'calls'},${subscription.external_id},1\n`;
    };
    await pipeline(Readable.from(rows()), createWriteStream(file));
    const env = { BILLING_URL: app.url, BILLING_API_KEY: organization.rawKey };
    const state = `${file}.import-state`;
    const startedAt = performance.now();
    for (let kill = 1; kill <= KILLS; kill++) {
      const running = cli.start(['usage', 'import', file], env);
      const target = (LINES / (KILLS + 1)) * kill;
      await eventually(() => (confirmedIn(state) > target ? true : null), 900_000);
      await running.signal('SIGKILL');
    }
    const last = cli.start(['usage', 'import', file, '--json'], env);
    let memoryMb = 0;
    const result = await eventually(async () => {
      memoryMb = Math.max(memoryMb, peakMemoryMb(last.pid));
      return Promise.race([last.ended, Promise.resolve(null)]);
    }, 900_000);
    const seconds = (performance.now() - startedAt) / 1000;
    reportFigures('usage import', {
      lines: LINES,
      lines_per_s: Math.round(LINES / seconds),
      memory_mb: memoryMb,
    });
    const rejected = LINES / REJECTED_EVERY;
    expect(result.code).toBe(1);
    expect(JSON.parse(result.stdout)).toMatchObject({ lines: LINES, rejected });
    expect(readFileSync(`${file}.rejected`, 'utf8').trim().split('\n')).toHaveLength(rejected);
    const stored = LINES - rejected;
    expect(await usageOf(organization, subscription)).toEqual({
      units: String(stored),
      events_count: stored,
    });
    expect(memoryMb).toBeGreaterThan(0);
    expect(memoryMb).toBeLessThan(MEMORY_LIMIT_MB);
    cli.remove();
  }, 3_600_000);
});

/** Returns the peak of a process's memory; 0 once it has ended. */
function peakMemoryMb(pid: number): number {
  const path = `/proc/${pid}/status`;
  const status = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
}
