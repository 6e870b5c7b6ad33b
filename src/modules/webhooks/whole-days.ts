const DAY_MS = 24 * 60 * 60 * 1000;

/** A period from `from` (inclusive) to `to` (exclusive). Null means unbounded. */
export interface Span {
  from: Date | null;
  to: Date | null;
}

/**
 * Splits a period into its whole UTC days and its edges, the partial days before and after them. A period without a
 * whole day is a single edge.
 */
export function splitSpan({ from, to }: Span): { days: Span | null; edges: Span[] } {
  const first = from === null ? null : new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS);
  const end = to === null ? null : new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS);
  if (first !== null && end !== null && first >= end) return { days: null, edges: [{ from, to }] };
  const edges: Span[] = [];
  if (from !== null && first !== null && from < first) edges.push({ from, to: first });
  if (to !== null && end !== null && end < to) edges.push({ from: end, to });
  return { days: { from: first, to: end }, edges };
}
