import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 10;

/** Waits until `probe` returns something other than null or undefined, for states that no event announces. */
export async function eventually<T>(
  probe: () => Promise<T | null | undefined> | T | null | undefined,
  withinMs = 10_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await probe();
    if (found !== null && found !== undefined) return found;
    if (performance.now() > deadline)
      throw new Error(`Not reached within ${withinMs} ms: ${probe.toString()}`);
    await sleep(LOOK_EVERY_MS);
  }
}
