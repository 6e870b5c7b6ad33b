/** `npm run test:long` sets `TEST_LONG=1`: the full figures. Otherwise each test takes some seconds. */
export const isLong = process.env.TEST_LONG === '1';

/** Returns the figure of the short form, or of the long one. */
export function scaled(short: number, long: number): number {
  return isLong ? long : short;
}

/** Prints the figures of a run: always in the long form, in the short one with `FAULT_FIGURES=1`. */
export function reportFigures(what: string, figures: object): void {
  if (isLong || process.env.FAULT_FIGURES === '1') {
    process.stderr.write(`  figures  ${what}: ${JSON.stringify(figures)}\n`);
  }
}
