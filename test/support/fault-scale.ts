/** `FAULT_LONG=1` runs the fault suite with the full figures; without it each file takes some seconds. */
export const isLong = process.env.FAULT_LONG === '1';

/** The figure of the short form, or of the long one. */
export function scaled(short: number, long: number): number {
  return isLong ? long : short;
}

/** Shows what a run came to: always in the long form, in the short one with `FAULT_FIGURES=1`. */
export function reportFigures(what: string, figures: object): void {
  if (isLong || process.env.FAULT_FIGURES === '1') {
    process.stderr.write(`  figures  ${what}: ${JSON.stringify(figures)}\n`);
  }
}
