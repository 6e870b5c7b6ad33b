import fc from 'fast-check';
import type { Life } from '../reckoning/life';
import { scaled } from '../support/long-form';
import { aLife } from './arbitrary';
import { agrees, live, type Outcome } from './live';

/** Lives that share a service and its clock. */
const BATCH = 100;
const COUNT = Number(process.env.LIVES ?? scaled(BATCH / 2, 500));
const SEED = Number(process.env.LIVES_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Replays one life: its place, or the path that a failure has printed. */
const PATH = process.env.LIVES_PATH;

const BATCH_MS = 240_000;
/** How long a failing life is made smaller. */
const SHRINK_MS = 60_000;

describe(`random lives, seed ${SEED}`, () => {
  const lives = PATH === undefined ? fc.sample(aLife, { seed: SEED, numRuns: COUNT }) : [];
  const batches = Array.from({ length: Math.ceil(lives.length / BATCH) }, (_, index) => index * BATCH);

  if (PATH === undefined) {
    it.each(batches)(
      'the service bills the lives from %d on as the independent computation does',
      async (first) => {
        const startedAt = performance.now();
        const outcomes = await live(lives.slice(first, first + BATCH));
        expect(outcomes).toHaveLength(Math.min(BATCH, COUNT - first));
        const failed = outcomes.flatMap((it, index) => (agrees(it) ? [] : [first + index]));
        report(first, outcomes.length, failed.length, performance.now() - startedAt);
        const [smallest] = failed.sort((a, b) => sizeOf(lives[a]) - sizeOf(lives[b]));
        if (smallest === undefined) return;
        const together = outcomes[smallest - first];
        throw new Error(
          `${failed.length} of ${outcomes.length} lives disagree: ${failed.join(', ')}.\n` +
            ((await shrunk(String(smallest))) ??
              `Alone, the smallest agrees. Together:\n${differences(together)}`),
        );
      },
      BATCH_MS + SHRINK_MS,
    );
  } else {
    it(
      `the life at ${PATH} is billed as the independent computation bills it`,
      async () => {
        expect(await shrunk(PATH)).toBeNull();
      },
      SHRINK_MS * 2,
    );
  }
});

/** The seed is printed in any case, because each run has its own by default. */
function report(first: number, count: number, failed: number, ms: number): void {
  const which = `lives ${first} to ${first + count - 1} of seed ${SEED}`;
  process.stderr.write(`  ${which}: ${failed} disagree, ${Math.round(ms / 1000)} s\n`);
}

const sizeOf = (life: Life | undefined): number => JSON.stringify(life).length;

/** Returns the smallest life found that disagrees, starting with the one at this path; null if that one agrees. */
async function shrunk(path: string): Promise<string | null> {
  const deadline = performance.now() + SHRINK_MS;
  const alone = fc.asyncProperty(aLife, async (life) => {
    // No more attempts: fast-check would abandon one that runs when it stops.
    if (performance.now() > deadline) return;
    const [outcome] = await live([life]);
    if (outcome === undefined || !agrees(outcome)) throw new Error(differences(outcome));
  });
  const details = await fc.check(alone, { seed: SEED, path, numRuns: 1 });
  if (!details.failed) return null;
  const found = details.counterexamplePath ?? path;
  return [
    `To replay it: LIVES_SEED=${SEED} LIVES_PATH=${found} npm run test:lives`,
    JSON.stringify(details.counterexample?.[0], readable, 1),
    details.errorInstance instanceof Error ? details.errorInstance.message : '',
  ].join('\n');
}

/** Shows instants as dates. */
function readable(_: string, value: unknown): unknown {
  return typeof value === 'number' && value > 1e12 ? new Date(value).toISOString() : value;
}

/** Returns Jest's comparison. */
function differences(outcome: Outcome | undefined): string {
  try {
    expect(outcome?.actual).toEqual(outcome?.expected);
    return 'The records are equal.';
  } catch (error) {
    const refusals = outcome?.refusals.join('\n') ?? '';
    return `${error instanceof Error ? error.message : ''}\nRefusals:\n${refusals}`;
  }
}
