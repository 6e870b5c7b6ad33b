import { formatDate, parseDate } from '../calendar';
import { ValidationFailedError } from '../errors/app-error';
import { DateField } from './fields';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** Days from `from` to `to`, both included, as YYYY-MM-DD. */
export interface DaySpan {
  from: string;
  to: string;
}

/** The query of a series by day. */
export class DaySpanDto {
  @DateField({
    description: `First day, in UTC; by default ${DEFAULT_DAYS - 1} days before \`to\``,
    example: '2026-01-01',
    optional: true,
  })
  from?: string;

  @DateField({
    description: `Last day, in UTC; today by default. A series has at most ${MAX_DAYS} days`,
    example: '2026-01-31',
    optional: true,
  })
  to?: string;
}

/**
 * Returns the days that a query names (docs/concepts.md#analytics).
 *
 * @throws ValidationFailedError if they are in the wrong order or too many
 */
export function toDaySpan({ from, to }: DaySpanDto, now: Date): DaySpan {
  const last = parseDate(to ?? now.toISOString().slice(0, 10));
  const first = from === undefined ? last - DEFAULT_DAYS + 1 : parseDate(from);
  if (first > last) throw ValidationFailedError.of('to', 'out_of_range', 'to must not be before from.');
  if (last - first >= MAX_DAYS)
    throw ValidationFailedError.of(
      'from',
      'out_of_range',
      `from must be less than ${MAX_DAYS} days before to.`,
    );
  return { from: formatDate(first), to: formatDate(last) };
}
