import { parseExactJson } from '../../platform/http/exact-json';
import { distinctOperation, numericValue } from './aggregation/event-value';
import type { CountedEvent, CountedMetric } from './aggregation/usage-total';
import type { NotChargedReason } from './not-charged';

/** An event as stored in usage_events. */
export interface UsageEvent {
  id: string;
  transactionId: string;
  code: string;
  billableMetricId: string;
  subscriptionId: string;
  customerId: string;
  externalSubscriptionId: string | null;
  externalCustomerId: string | null;
  timestamp: Date;
  properties: Record<string, unknown>;
  periodId: string | null;
  late: boolean;
  /** Null if a charge of the plan in force prices the event. */
  notChargedReason: NotChargedReason | null;
  sequence: number;
  createdAt: Date;
}

/** A row of usage_events, as statements return it. */
export interface EventRow {
  id: string;
  transaction_id: string;
  code: string;
  billable_metric_id: string;
  subscription_id: string;
  customer_id: string;
  external_subscription_id: string | null;
  external_customer_id: string | null;
  timestamp: Date;
  /** JSON text, because the driver would parse numbers into doubles. */
  properties: string;
  period_id: string | null;
  late: boolean;
  not_charged_reason: NotChargedReason | null;
  sequence: string;
  created_at: Date;
}

export const EVENT_COLUMNS = `id, transaction_id, code, billable_metric_id, subscription_id, customer_id,
  external_subscription_id, external_customer_id, timestamp, properties::text AS properties, period_id, late,
  not_charged_reason, sequence, created_at`;

export function usageEventOf(row: EventRow): UsageEvent {
  return {
    id: row.id,
    transactionId: row.transaction_id,
    code: row.code,
    billableMetricId: row.billable_metric_id,
    subscriptionId: row.subscription_id,
    customerId: row.customer_id,
    externalSubscriptionId: row.external_subscription_id,
    externalCustomerId: row.external_customer_id,
    timestamp: row.timestamp,
    properties: parseExactJson(row.properties) as Record<string, unknown>,
    periodId: row.period_id,
    late: row.late,
    notChargedReason: row.not_charged_reason,
    sequence: Number(row.sequence),
    createdAt: row.created_at,
  };
}

/** An event as its metric counts it, with its billing period. */
export type CountedUsage = CountedEvent & Pick<UsageEvent, 'periodId'>;

export function countedUsageOf(
  { timestamp, sequence, properties, periodId }: UsageEvent,
  metric: CountedMetric,
): CountedUsage {
  const field = metric.fieldName;
  const isSet = metric.aggregationType === 'unique_count';
  return {
    metric,
    timestamp,
    sequence,
    value: field === null || isSet ? null : numericValue(properties[field]),
    operation: field !== null && isSet ? distinctOperation(properties, field) : null,
    periodId,
  };
}
