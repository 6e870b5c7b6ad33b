import type { DeliveryStats } from '@billing-service/sdk';

/** Parts of the deliveries of an endpoint that have succeeded and failed; the text says the numbers. */
export function SuccessBar({ stats }: { stats: DeliveryStats | undefined }) {
  if (stats === undefined || stats.total === 0) return <span className="text-muted">No deliveries</span>;
  const { total, succeeded, failed, success_rate: rate } = stats;
  const pending = total - succeeded - failed;
  const width = (count: number): number => (count / total) * 100;
  return (
    <span className="block min-w-36">
      <svg
        aria-hidden="true"
        viewBox="0 0 100 2"
        preserveAspectRatio="none"
        className="h-2 w-full rounded bg-page"
      >
        <rect width={width(succeeded)} height="2" className="fill-good" />
        <rect x={width(succeeded)} width={width(pending)} height="2" className="fill-warn" />
        <rect x={width(succeeded + pending)} width={width(failed)} height="2" className="fill-bad" />
      </svg>
      <span className="text-xs text-muted">
        {rate} % of {total.toLocaleString()}
        {failed > 0 && `, ${failed.toLocaleString()} failed`}
        {pending > 0 && `, ${pending.toLocaleString()} pending`}
      </span>
    </span>
  );
}
