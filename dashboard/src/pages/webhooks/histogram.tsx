import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useOnce, useOrganization } from '../../api/hooks';
import { Alert, Card } from '../../ui/layout';
import { without, type ListSearch } from '../../ui/list';
import type { DeliveryFilter } from './delivery-filter';
import { isWholeDays, periodsOf, type Period } from './periods';

const STATUSES = ['succeeded', 'pending', 'failed'] as const;
type Status = (typeof STATUSES)[number];
const FILLS = { succeeded: 'fill-good', pending: 'fill-warn', failed: 'fill-bad' } as const;
/** Every bar takes a request for each status. */
const MOST_BARS = 8;

interface Bar extends Period {
  counts: Record<Status, number>;
}

/** Counts the deliveries of a filter by period and status. */
async function loadBars(
  filter: DeliveryFilter,
  periods: readonly Period[],
  signal: AbortSignal,
): Promise<Bar[]> {
  const count = async (status: Status, { from, to }: Period): Promise<number> => {
    if (filter.status !== undefined && filter.status !== status) return 0;
    const query = { ...filter, status, created_after: from, created_before: to, limit: 1 };
    return (await billing.webhookDeliveries.list(query, { signal })).totalCount;
  };
  const bars: Bar[] = [];
  // One period at a time, so that a click does not send all requests at once.
  for (const period of periods) {
    const [succeeded, pending, failed] = await Promise.all([
      count('succeeded', period),
      count('pending', period),
      count('failed', period),
    ]);
    bars.push({ ...period, counts: { succeeded, pending, failed } });
  }
  return bars;
}

/** Deliveries over time. Each bar leads to the deliveries of its period. */
export function Histogram({ filter, search }: { filter: DeliveryFilter; search: ListSearch }) {
  const periods = periodsOf(filter, MOST_BARS, new Date());
  const { data: bars, error } = useOnce(['histogram', filter, periods[0], periods.at(-1)], (signal) =>
    loadBars(filter, periods, signal),
  );
  if (error !== null) return <Alert>{error.message}</Alert>;
  const isFiltered = filter.created_after !== undefined || filter.created_before !== undefined;
  return (
    <div className="mb-4">
      <Card
        title="Deliveries over time"
        action={
          isFiltered && (
            <Link to="." search={without(search, 'created_after', 'created_before', 'after', 'before')}>
              Show all times
            </Link>
          )
        }
      >
        {bars === undefined ? (
          <p className="flex h-28 items-center text-muted">Counting …</p>
        ) : (
          <Bars bars={bars} search={search} />
        )}
      </Card>
    </div>
  );
}

function Bars({ bars, search }: { bars: readonly Bar[]; search: ListSearch }) {
  const timeZone = useOrganization()?.timezone ?? 'UTC';
  const highest = Math.max(1, ...bars.map(totalOf));
  const sum = (status: Status): string =>
    bars.reduce((total, it) => total + it.counts[status], 0).toLocaleString();
  const first = bars[0];
  const last = bars.at(-1);
  if (first === undefined || last === undefined)
    return <p className="text-muted">The time ends before it begins.</p>;
  const areDays = bars.every(isWholeDays);
  return (
    <>
      <p className="mb-2 text-muted">
        {rangeText({ from: first.from, to: last.to }, timeZone)}: {sum('succeeded')} succeeded,{' '}
        {sum('pending')} pending, {sum('failed')} failed. {areDays && 'Days in UTC. '}Choose a bar to see its
        deliveries.
      </p>
      <ol className="flex items-end gap-1">
        {bars.map((bar) => (
          <li key={bar.from} className="min-w-0 flex-1">
            <Link
              to="."
              search={{
                ...without(search, 'after', 'before'),
                created_after: bar.from,
                created_before: bar.to,
              }}
              title={barText(bar, timeZone)}
              className="block rounded hover:bg-accent-soft hover:no-underline"
            >
              <BarDrawing bar={bar} highest={highest} />
              <span className="block truncate text-center text-xs text-muted">{tickText(bar, timeZone)}</span>
              <span className="sr-only">{barText(bar, timeZone)}</span>
            </Link>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The statuses of a period on top of each other; the label of the link says the numbers. */
function BarDrawing({ bar, highest }: { bar: Bar; highest: number }) {
  let top = 100;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="h-24 w-full border-b border-line"
    >
      {STATUSES.map((status) => {
        const count = bar.counts[status];
        // A single failure among thousands stays visible.
        const height = count === 0 ? 0 : Math.max((count / highest) * 96, 2);
        top -= height;
        return (
          <rect
            key={status}
            x="12"
            width="76"
            y={Math.max(top, 0)}
            height={height}
            className={FILLS[status]}
          />
        );
      })}
    </svg>
  );
}

function totalOf({ counts }: Bar): number {
  return counts.succeeded + counts.pending + counts.failed;
}

/** Whole days are those of UTC; everything else is shown in the time zone of the organization. */
function formatOf(period: Period, timeZone: string, ofTime: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return isWholeDays(period)
    ? new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })
    : new Intl.DateTimeFormat(undefined, { ...ofTime, timeZone });
}

function tickText(bar: Bar, timeZone: string): string {
  return formatOf(bar, timeZone, { hour: '2-digit', minute: '2-digit' }).format(new Date(bar.from));
}

function rangeText(period: Period, timeZone: string): string {
  const format = formatOf(period, timeZone, { dateStyle: 'medium', timeStyle: 'short' });
  const to = new Date(Date.parse(period.to) - (isWholeDays(period) ? 1 : 0));
  return format.formatRange(new Date(period.from), to);
}

function barText(bar: Bar, timeZone: string): string {
  const { succeeded, pending, failed } = bar.counts;
  return `${rangeText(bar, timeZone)}: ${succeeded} succeeded, ${pending} pending, ${failed} failed`;
}
