import { ApiClient } from '../api-client';
import { startTestApp, type TestApp } from '../test-app';
import type { Example, Step } from './example';
import { unmet } from './expectations';
import { mismatches } from './mismatches';
import { VERBS } from './verbs';
import { World } from './world';

/** The steps of one example at an instant. */
interface Turn {
  example: Example;
  world: World;
  steps: Step[];
  isLast: boolean;
}

/** Number of examples that run concurrently. */
const CONCURRENCY = 8;

/**
 * Runs all examples concurrently on one test clock, which only moves forward, each in its own organization.
 * Returns the failures, keyed by the page and line of the example.
 */
export async function runExamples(examples: readonly Example[]): Promise<Map<string, string>> {
  const app = await startTestApp({ TEST_CLOCK: 'on' });
  try {
    const operator = await app.anOrganization();
    const turns = new Map<string, Turn[]>();
    await inParallel(examples, async (example) => {
      const world = await newWorld(app);
      for (const { at, steps } of example.moments) {
        const isLast = at === example.moments.at(-1)?.at;
        turns.set(at, [...(turns.get(at) ?? []), { example, world, steps, isLast }]);
      }
    });
    const failures = new Map<string, string>();
    for (const [at, together] of [...turns].sort(([a], [b]) => a.localeCompare(b))) {
      await operator.put('/v1/test_clock', { now: at }).expect(200);
      await inParallel(together, (turn) => take(turn, failures));
    }
    return failures;
  } finally {
    await app.stop();
  }
}

/** Creates the organization of an example, with a customer and a metric. */
async function newWorld(app: TestApp): Promise<World> {
  const { id, rawKey } = await app.anOrganization({ default_currency: 'EUR' });
  const world = new World(new ApiClient(app.url, id, rawKey));
  await world.send('POST', 'customers', { external_id: 'customer' });
  const calls = { code: 'calls', name: 'Calls', aggregation_type: 'sum', field_name: 'value' };
  await world.send('POST', 'billable_metrics', calls);
  return world;
}

async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

async function take({ example, world, steps, isLast }: Turn, failures: Map<string, string>): Promise<void> {
  if (failures.has(example.location)) return;
  for (const step of steps) {
    const problems = await problemsOf(world, step).catch((error: unknown) => [(error as Error).message]);
    if (problems.length === 0) continue;
    failures.set(example.location, [`${step.location}: ${step.verb}`, ...problems].join('\n  '));
    break;
  }
  if (isLast || failures.has(example.location)) await retire(world);
}

async function problemsOf(world: World, { verb, fields, returns, refused }: Step): Promise<string[]> {
  if (verb === 'expect') return unmet(world, fields);
  const call = VERBS[verb];
  if (call === undefined) return [`Examples have no verb "${verb}".`];
  const { status, body } = await world.send(call.method, call.path, await call.body(world, fields));
  const isRefused = status >= 300;
  if (isRefused !== (refused !== undefined)) {
    return [`${isRefused ? 'refused' : 'not refused'}: ${status} ${JSON.stringify(body)}`];
  }
  const shown = refused ?? returns;
  return shown === undefined ? [] : mismatches(shown, body, refused === undefined ? 'returns' : 'refused');
}

/** Ends subscriptions and campaigns, so that later clock moves do not bill or dun them. Ignores refusals. */
async function retire(world: World): Promise<void> {
  for (const { id } of world.createdAt('subscriptions')) {
    await world.send('DELETE', `subscriptions/${id}`, { on_termination_action: 'skip' });
  }
  for (const { id } of world.createdAt('dunning_campaigns')) {
    await world.send('PUT', `dunning_campaigns/${id}`, { status: 'inactive' });
  }
}
