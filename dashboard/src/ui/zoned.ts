/** Returns an instant as the wall clock of a time zone shows it, such as `2030-01-15T09:30`. */
export function toWallClock(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(instant));
  const part = (type: string): string => parts.find((it) => it.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/**
 * Returns the instant at which the wall clock of a time zone shows a time. A time that the clock skips counts with the
 * offset before the change.
 *
 * @throws RangeError for a text that is no date with a time
 */
export function toInstant(wallClock: string, timeZone: string): string {
  const asUtc = Date.parse(`${wallClock}Z`);
  if (Number.isNaN(asUtc)) throw new RangeError('Enter a date with a time.');
  const offsetAt = (ms: number): number => {
    const shown = toWallClock(new Date(ms).toISOString(), timeZone);
    return Date.parse(`${shown}Z`) - Math.floor(ms / 60_000) * 60_000;
  };
  const candidates = [asUtc - offsetAt(asUtc - DAY_MS), asUtc - offsetAt(asUtc + DAY_MS)];
  const exact = candidates.find((ms) => ms + offsetAt(ms) === asUtc);
  return new Date(exact ?? candidates[0] ?? asUtc).toISOString();
}

const DAY_MS = 86_400_000;
