export { BillableMetricsModule } from './billable-metrics.module';
export {
  BillableMetricsService,
  METRIC_DELETION_GUARDS,
  METRIC_IN_USE,
  type BillableMetric,
} from './billable-metrics.service';
export { needsNumber, type AggregationType, type RoundingFunction } from './billable-metric.rules';
export { METRICS_BY_CODE, METRICS_BY_ID, metricOf, type MetricRow } from './metric-lookup';
