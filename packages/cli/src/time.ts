import { UsageError } from './failure.js';

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** RFC 3339, or a date. A time without an offset would mean another instant on another machine. */
const INSTANT = /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2}))?$/;

/**
 * Returns the instant of a text: a time before now such as `90m` or `2d`, RFC 3339, or a date, whose day begins in UTC.
 *
 * @throws UsageError
 */
export function instantOf(text: string, now: Date): Date {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (unit !== undefined)
    return new Date(now.getTime() - Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]);
  const instant = INSTANT.test(text) ? new Date(text) : null;
  if (instant !== null && !Number.isNaN(instant.getTime())) return instant;
  throw new UsageError(
    `"${text}" is not a time. Write 30s, 90m, 2h or 7d for a time before now, or 2026-01-31T12:00:00Z.`,
  );
}
