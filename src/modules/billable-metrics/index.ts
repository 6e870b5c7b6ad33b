export { BillableMetricsModule } from './billable-metrics.module';
export { BillableMetricsService, type BillableMetric } from './billable-metrics.service';
export { MetricDeletionGuard } from './metric-deletion-guard';
export { needsNumber, type AggregationType, type RoundingFunction } from './billable-metric.rules';
export { METRICS_BY_CODE, METRICS_BY_ID, metricOf, type MetricRow } from './metric-lookup';
