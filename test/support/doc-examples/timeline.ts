import { startTestApp } from '../test-app';
import { ALL_ACTIONS } from './billing-actions';
import type { Example, Step } from './example';
import { unmet } from './expectations';
import { mismatches } from './mismatches';
import { World } from './world';

/** A moment of one example. */
interface Moment {
  example: Example;
  at: string;
  steps: Step[];
  isLast: boolean;
}

/**
 * Runs all examples side by side on one test clock, which only goes forward, each in an organization of its own.
 * Returns what went wrong with each, by its place.
 */
export async function runExamples(examples: readonly Example[]): Promise<Map<string, string>> {
  const app = await startTestApp({ TEST_CLOCK: 'on' });
  try {
    const operator = await app.anOrganization();
    const worlds = new Map<Example, World>();
    for (const example of examples) worlds.set(example, new World(app, await app.anOrganization(ACME)));
    const failures = new Map<string, string>();
    for (const { example, at, steps, isLast } of momentsOf(examples)) {
      await operator.put('/v1/test_clock', { now: at }).expect(200);
      const world = worlds.get(example);
      if (world === undefined || failures.has(example.place)) continue;
      const failure = await firstFailure(world, steps);
      if (failure !== null) failures.set(example.place, `${at}, ${failure}`);
      if (isLast || failure !== null) await retire(world);
    }
    return failures;
  } finally {
    await app.stop();
  }
}

const ACME = { name: 'Acme', default_currency: 'EUR' };

function momentsOf(examples: readonly Example[]): Moment[] {
  return examples
    .flatMap((example) =>
      example.moments.map(({ at, steps }, index) => ({
        example,
        at,
        steps,
        isLast: index === example.moments.length - 1,
      })),
    )
    .sort((a, b) => a.at.localeCompare(b.at));
}

async function firstFailure(world: World, steps: readonly Step[]): Promise<string | null> {
  for (const step of steps) {
    try {
      const [problem] = await problemsOf(world, step);
      if (problem !== undefined) return `${step.verb}: ${problem}`;
    } catch (error) {
      return `${step.verb}: ${(error as Error).message}`;
    }
  }
  return null;
}

async function problemsOf(world: World, { verb, fields, answers, refused }: Step): Promise<string[]> {
  if (verb === 'expect') return unmet(world, fields);
  const action = ALL_ACTIONS[verb];
  if (action === undefined) return [`examples cannot "${verb}"`];
  const answer = await action(world, fields);
  const body: unknown = answer.body;
  if (refused !== null) return mismatches(refused, body, 'the refusal');
  if (answer.status >= 300) return [`was refused: ${JSON.stringify(body)}`];
  return answers === null ? [] : mismatches(answers, body, 'the answer');
}

/** Ends what would go on with every move of the clock. */
async function retire(world: World): Promise<void> {
  for (const { id, status } of await world.list('subscriptions')) {
    const path = `/v1/subscriptions/${id}`;
    if (status === 'active')
      await world.organization.delete(`${path}?on_termination_action=skip`).expect(204);
    if (status === 'pending') await world.organization.post(`${path}/cancel`).expect(200);
  }
  for (const { id } of await world.list('dunning_campaigns')) {
    await world.organization.put(`/v1/dunning_campaigns/${id}`, { status: 'inactive' }).expect(200);
  }
}
