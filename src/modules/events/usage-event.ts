import type { BillableMetric } from '../billable-metrics';
import { distinctOperation, numericValue } from './aggregation/event-value';
import type { CountedEvent } from './aggregation/usage-total';

/** A usage event as it is stored. */
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
  /** Null while the event waits for its billing period (docs/billing-rules.md#uncharged-usage). */
  charged: boolean | null;
  sequence: number;
  createdAt: Date;
}

/** A row of usage_events, as the driver returns it. */
export interface UsageEventRow {
  id: string;
  transaction_id: string;
  code: string;
  billable_metric_id: string;
  subscription_id: string;
  customer_id: string;
  external_subscription_id: string | null;
  external_customer_id: string | null;
  timestamp: Date;
  properties: Record<string, unknown>;
  period_id: string | null;
  late: boolean;
  charged: boolean | null;
  sequence: string;
  created_at: Date;
}

export const USAGE_EVENT_COLUMNS = `id, transaction_id, code, billable_metric_id, subscription_id, customer_id,
  external_subscription_id, external_customer_id, timestamp, properties, period_id, late, charged, sequence,
  created_at`;

export function usageEventOf(row: UsageEventRow): UsageEvent {
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
    properties: row.properties,
    periodId: row.period_id,
    late: row.late,
    charged: row.charged,
    sequence: Number(row.sequence),
    createdAt: row.created_at,
  };
}

/** A usage event as its metric counts it, with the billing period that contains it. */
export type CountedUsageEvent = CountedEvent & Pick<UsageEvent, 'periodId'>;

/** Returns the event as its metric counts it. */
export function countedUsageEventOf(
  { timestamp, sequence, properties, periodId }: UsageEvent,
  metric: BillableMetric,
): CountedUsageEvent {
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
