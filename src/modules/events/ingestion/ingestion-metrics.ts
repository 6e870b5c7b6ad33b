import { usageEvents } from '../../../platform/observability/metrics';
import { SeriesByLabels } from '../../../platform/observability/series';
import type { StoreOutcome } from './store-events';

const counts = new SeriesByLabels((outcome) => usageEvents.labels(outcome));

/** Counts received usage events by outcome (docs/operations.md#metrics). */
export function countOutcomes(outcomes: readonly StoreOutcome[]): void {
  for (const { status } of outcomes) counts.of(status).inc();
}
