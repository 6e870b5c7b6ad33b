import type { FieldError } from '../../../platform/errors/app-error';
import { needsNumber, type BillableMetric } from '../../billable-metrics';
import {
  MAX_VALUE_DIGITS,
  OPERATIONS,
  OPERATION_FIELD,
  isInRange,
  numericValue,
} from '../aggregation/event-value';
import type { MeteredSubscription } from '../metering/metered-subscriptions';
import type { UsageEventInput } from './received-event';

/** How far in the future a timestamp may lie (docs/billing-rules.md#usage-events). */
export const MAX_AHEAD_MS = 5 * 60 * 1000;

/** The records that the events of one transaction refer to. */
export interface References {
  /** By code. */
  metrics: ReadonlyMap<string, BillableMetric>;
  /** Ids by external id. */
  customers: ReadonlyMap<string, string>;
  /** By external id; locked. */
  subscriptions: ReadonlyMap<string, MeteredSubscription>;
}

/** The records that a valid event refers to. */
export interface ResolvedEvent {
  metric: BillableMetric;
  subscription: MeteredSubscription;
  timestamp: Date;
}

const SECOND_MS = 1000;

/** Whether the timestamp is a whole second, and the instant lies within that second. */
export function isSecondOf(timestamp: Date, instant: Date): boolean {
  const ahead = instant.getTime() - timestamp.getTime();
  return timestamp.getTime() % SECOND_MS === 0 && ahead >= 0 && ahead < SECOND_MS;
}

/** Resolves what an event refers to and checks its timestamp and value. */
export function checkEvent(
  input: UsageEventInput,
  references: References,
  now: Date,
): ResolvedEvent | FieldError[] {
  const metric = references.metrics.get(input.code);
  const found = findSubscription(input, references);
  if (metric === undefined || Array.isArray(found)) {
    const noMetric = metric === undefined ? [unknown('code', 'billable_metric')] : [];
    return [...noMetric, ...(Array.isArray(found) ? found : [])];
  }
  const timestamp = notBeforeStart(input.timestamp ?? now, found.startedAt);
  const problems = [
    ...timeProblems(found, input, timestamp, now),
    ...valueProblems(input.properties, metric),
  ];
  return problems.length > 0 ? problems : { metric, subscription: found, timestamp };
}

/**
 * Returns the start for a whole second that contains it: a client that truncates to Unix seconds and sends usage at once
 * would otherwise be told that it lies before the start.
 */
function notBeforeStart(timestamp: Date, startedAt: Date | null): Date {
  return startedAt !== null && isSecondOf(timestamp, startedAt) ? startedAt : timestamp;
}

function findSubscription(
  input: UsageEventInput,
  references: References,
): MeteredSubscription | FieldError[] {
  const { externalSubscriptionId, externalCustomerId } = input;
  const customerId = externalCustomerId === null ? null : references.customers.get(externalCustomerId);
  const noCustomer = customerId === undefined ? [unknown('external_customer_id', 'customer')] : [];
  if (externalSubscriptionId === null) {
    return noCustomer.length > 0 ? noCustomer : onlyActiveSubscription(customerId, references.subscriptions);
  }
  const subscription = references.subscriptions.get(externalSubscriptionId);
  if (subscription === undefined) {
    return [unknown('external_subscription_id', 'subscription'), ...noCustomer];
  }
  if (noCustomer.length > 0) return noCustomer;
  if (customerId === null || subscription.customerId === customerId) return subscription;
  const message = 'external_subscription_id belongs to another customer than external_customer_id.';
  return [{ field: 'external_subscription_id', code: 'unknown_subscription', message }];
}

function onlyActiveSubscription(
  customerId: string | null | undefined,
  subscriptions: ReadonlyMap<string, MeteredSubscription>,
): MeteredSubscription | FieldError[] {
  const [subscription, ...others] = [...subscriptions.values()].filter(
    (it) => it.customerId === customerId && it.startedAt !== null && it.endedAt === null,
  );
  if (subscription !== undefined && others.length === 0) return subscription;
  const field = 'external_customer_id';
  if (subscription === undefined) {
    return [{ field, code: 'no_active_subscription', message: 'The customer has no active subscription.' }];
  }
  const message =
    'The customer has several active subscriptions; external_subscription_id must name one of them.';
  return [{ field, code: 'several_active_subscriptions', message }];
}

function timeProblems(
  { startedAt, endedAt }: MeteredSubscription,
  input: UsageEventInput,
  timestamp: Date,
  now: Date,
): FieldError[] {
  if (startedAt === null) {
    const message = 'external_subscription_id names a subscription that has not started.';
    return [{ field: 'external_subscription_id', code: 'subscription_not_started', message }];
  }
  const problem = timeProblem(timestamp, startedAt, endedAt, now);
  if (problem === null) return [];
  const subject = input.timestamp === null ? 'timestamp (the time of arrival by default)' : 'timestamp';
  return [{ field: 'timestamp', code: 'out_of_range', message: `${subject} ${problem}.` }];
}

function timeProblem(timestamp: Date, startedAt: Date, endedAt: Date | null, now: Date): string | null {
  if (timestamp < startedAt) {
    return `must not be before the start of the subscription, ${startedAt.toISOString()}`;
  }
  if (timestamp.getTime() > now.getTime() + MAX_AHEAD_MS) {
    return 'must be at most 5 minutes in the future';
  }
  if (endedAt !== null && timestamp >= endedAt) {
    return `must be before the end of the subscription, ${endedAt.toISOString()}`;
  }
  return null;
}

function valueProblems(properties: Readonly<Record<string, unknown>>, metric: BillableMetric): FieldError[] {
  const { aggregationType, fieldName } = metric;
  if (aggregationType === 'unique_count') return operationProblems(properties);
  if (fieldName === null || !needsNumber(aggregationType)) return [];
  const field = `properties.${fieldName}`;
  const value = Object.hasOwn(properties, fieldName) ? properties[fieldName] : undefined;
  if (value === undefined) {
    return [{ field, code: 'required', message: `${field} is required: the billable metric aggregates it.` }];
  }
  return numberProblems(field, value);
}

function numberProblems(field: string, value: unknown): FieldError[] {
  const number = numericValue(value);
  if (number === null) {
    const message = `${field} must be a number, preferably a decimal string, e.g. "0.25".`;
    return [{ field, code: 'invalid_value', message }];
  }
  if (isInRange(number)) return [];
  const message = `${field} must have at most ${MAX_VALUE_DIGITS} digits before and ${MAX_VALUE_DIGITS} after the decimal point; round it, or count in a larger unit.`;
  return [{ field, code: 'value_out_of_range', message }];
}

function operationProblems(properties: Readonly<Record<string, unknown>>): FieldError[] {
  const operation = properties[OPERATION_FIELD];
  if (operation === undefined || OPERATIONS.some((it) => it === operation)) return [];
  const field = `properties.${OPERATION_FIELD}`;
  return [{ field, code: 'invalid_value', message: `${field} must be one of: ${OPERATIONS.join(', ')}.` }];
}

function unknown(field: string, kind: string): FieldError {
  return { field, code: `unknown_${kind}`, message: `${field} does not exist in this organization.` };
}
