import { isDeepStrictEqual } from 'node:util';
import { isLong } from '../support/long-form';
import { startTestApp } from '../support/test-app';
import { expectedDocuments, type Documents } from './documents';
import { DAWN } from './grid';
import { LivedLife } from './lived-life';
import { METRICS, ORGANIZATIONS, TAXES } from '../reckoning/catalogue';
import type { Instant, Life } from '../reckoning/life';
import { reckon, type Act } from '../reckoning/reckoning';
import { ServiceClient } from './service-client';

/** Concurrent requests: the service admits eight units of work of an organization. */
const AT_ONCE = 8;

/** Whether documents are compared after every step, and not only at the end. */
const EVERY_STEP = isLong || process.env.LIVES_EVERY_STEP === '1';

/** A life and what was found: at its end, or after the first step that disagrees. */
export interface Outcome {
  life: Life;
  expected: Documents;
  actual: Documents;
  refusals: string[];
}

export const agrees = ({ expected, actual }: Outcome): boolean => isDeepStrictEqual(expected, actual);

/** Lives lives in a new service, all under one clock. */
export async function live(lives: readonly Life[]): Promise<Outcome[]> {
  const app = await startTestApp({ TEST_CLOCK: 'on', EVENTS_RATE_LIMIT: '0' });
  try {
    const clients = await Promise.all(ORGANIZATIONS.map((_, index) => organization(app.url, index)));
    // A move of the clock returns the events of its caller: this one has none.
    const clock = await signUp(app.url, 'Clock', 'UTC');
    return await new Batch(clients, clock, lives).run();
  } finally {
    await app.stop();
  }
}

async function organization(url: string, index: number): Promise<ServiceClient> {
  const terms = ORGANIZATIONS[index];
  const client = await signUp(url, `Lives ${index}`, terms?.zone ?? 'UTC');
  for (const { code, aggregation, recurring, rounding } of METRICS) {
    await client.ask('POST', '/v1/billable_metrics', {
      code,
      name: code,
      aggregation_type: aggregation,
      ...(aggregation === 'count' ? {} : { field_name: 'value' }),
      recurring,
      ...(rounding === null ? {} : { rounding_function: rounding.how, rounding_precision: rounding.places }),
    });
  }
  for (const { code, rate } of TAXES) {
    const applied_to_organization = code === terms?.tax;
    await client.ask('POST', '/v1/taxes', { code, name: code, rate, applied_to_organization });
  }
  return client;
}

async function signUp(url: string, name: string, timezone: string): Promise<ServiceClient> {
  const nobody = new ServiceClient(url, 'none');
  const path = '/v1/organizations';
  const { api_key: key } = await nobody.ask<{ api_key: { raw_key: string } }>('POST', path, {
    name,
    timezone,
  });
  return new ServiceClient(url, key.raw_key);
}

interface Lived {
  life: Life;
  lived: LivedLife;
  expected: Documents;
  acts: Act[];
  outcome: Outcome | null;
}

class Batch {
  private readonly all: Lived[];

  constructor(
    private readonly clients: readonly ServiceClient[],
    private readonly clock: ServiceClient,
    lives: readonly Life[],
  ) {
    this.all = lives.map((life, index) => {
      const reckoned = reckon(life, life.until);
      const client = clients[life.organization];
      if (client === undefined) throw new Error(`No organization ${life.organization}`);
      const lived = new LivedLife(client, `life-${index}`, life);
      return { life, lived, expected: expectedDocuments(reckoned), acts: reckoned.acts, outcome: null };
    });
  }

  async run(): Promise<Outcome[]> {
    await this.moveTo(DAWN);
    await inParallel(this.all, ({ lived }) => lived.begin());
    for (const instant of this.instants()) {
      await this.moveTo(instant);
      await inParallel(this.at(instant), (it) => this.visit(it, instant));
    }
    for (const it of this.clients) await assertReconciled(it);
    return this.all.flatMap(({ outcome }) => (outcome === null ? [] : [outcome]));
  }

  private instants(): Instant[] {
    const instants = this.all.flatMap(({ life, acts }) => [...acts.map((it) => it.step.at), life.until]);
    return [...new Set(instants)].sort((a, b) => a - b);
  }

  private at(instant: Instant): Lived[] {
    return this.all.filter(
      ({ life, acts }) => life.until === instant || acts.some((it) => it.step.at === instant),
    );
  }

  private async visit(it: Lived, instant: Instant): Promise<void> {
    for (const act of it.acts.filter(({ step }) => step.at === instant)) await it.lived.act(act);
    const isOver = it.life.until === instant;
    if (isOver || EVERY_STEP) await this.compare(it, instant);
    if (isOver) await it.lived.endSubscriptions();
  }

  private async compare(it: Lived, instant: Instant): Promise<void> {
    if (it.outcome !== null) return;
    const { life, lived } = it;
    const isOver = life.until === instant;
    const expected = isOver ? it.expected : expectedDocuments(reckon(upTo(life, instant), instant));
    const outcome = { life, expected, actual: await lived.documents(), refusals: lived.refusals };
    if (isOver || !agrees(outcome)) it.outcome = outcome;
  }

  private async moveTo(instant: Instant): Promise<void> {
    const now = new Date(instant).toISOString();
    await this.clock.ask('PUT', '/v1/test_clock', { now });
  }
}

const upTo = (life: Life, instant: Instant): Life => ({
  ...life,
  steps: life.steps.filter((it) => it.at <= instant),
});

async function assertReconciled(client: ServiceClient): Promise<void> {
  const report = await client.ask<{ agrees: boolean }>('GET', '/v1/reconciliation');
  if (!report.agrees) throw new Error(`The reconciliation of the lives disagrees: ${JSON.stringify(report)}`);
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
