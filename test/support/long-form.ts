/**
 * `npm run test:long` sets `TEST_LONG=1`, which selects the long form. In the short form, each test takes a
 * few seconds.
 */
export const isLong = process.env.TEST_LONG === '1';

/** Returns `long` in the long form, otherwise `short`. */
export function scaled(short: number, long: number): number {
  return isLong ? long : short;
}

/** Prints the figures of a run: always in the long form, and in the short form with `FAULT_FIGURES=1`. */
export function reportFigures(what: string, figures: object): void {
  if (isLong || process.env.FAULT_FIGURES === '1') {
    process.stderr.write(`  figures  ${what}: ${JSON.stringify(figures)}\n`);
  }
}
