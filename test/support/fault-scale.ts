/** `FAULT_LONG=1` runs the fault suite with the full figures; without it each file takes some seconds. */
export const isLong = process.env.FAULT_LONG === '1';

/** The figure of the short form, or of the long one. */
export function scaled(short: number, long: number): number {
  return isLong ? long : short;
}
