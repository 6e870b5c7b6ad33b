import type { FieldError } from '../../../platform/errors/app-error';
import { createOrLookUp, unknownRecord } from '../../../platform/errors/unknown-record';
import type { BillableMetric } from '../../billable-metrics';
import type { EventInput } from './event-input';
import { propertyProblems } from './property-checks';

/** Maximum time by which a timestamp may be in the future (docs/billing-rules.md). */
const MOST_AHEAD_MS = 5 * 60 * 1000;

const SECOND_MS = 1000;

const UNKNOWN_CODE = unknownRecord(
  'code',
  'billable metric',
  createOrLookUp('billable metric', '/v1/billable_metrics', 'code'),
);
const UNKNOWN_CUSTOMER = unknownRecord(
  'external_customer_id',
  'customer',
  createOrLookUp('customer', '/v1/customers', 'external_id'),
);
const UNKNOWN_SUBSCRIPTION = unknownRecord(
  'external_subscription_id',
  'subscription',
  createOrLookUp('subscription', '/v1/subscriptions', 'external_id'),
);
const OF_ANOTHER_CUSTOMER: FieldError = {
  field: 'external_subscription_id',
  code: 'unknown_subscription',
  message:
    'external_subscription_id does not exist for this customer. Send the two of one customer, or external_subscription_id alone.',
};

/** A locked subscription, with the fields that ingestion needs. */
export interface SubscriptionReference {
  id: string;
  externalId: string;
  customerId: string;
  startedAt: Date | null;
  endedAt: Date | null;
  /** When it is scheduled to end. It may be past its end and still wait for its bill. */
  endsAt: Date | null;
}

/** The records that the events of one transaction refer to. */
export interface References {
  /** By code. */
  metrics: ReadonlyMap<string, BillableMetric>;
  /** IDs by external ID. */
  customers: ReadonlyMap<string, string>;
  /** By external ID. */
  subscriptions: ReadonlyMap<string, SubscriptionReference>;
}

/** The records that an acceptable event refers to. */
export interface Accepted {
  metric: BillableMetric;
  subscription: SubscriptionReference;
  timestamp: Date;
}

/** Returns the records of an event that may be stored, or else the errors by field. */
export function judge(input: EventInput, references: References, now: Date): Accepted | FieldError[] {
  const metric = references.metrics.get(input.code);
  const found = findSubscription(input, references);
  if (metric === undefined || Array.isArray(found)) {
    const noMetric = metric === undefined ? [UNKNOWN_CODE] : [];
    return [...noMetric, ...(Array.isArray(found) ? found : [])];
  }
  const timestamp = input.timestamp === null ? now : countedAt(input.timestamp, found);
  const problems = [
    ...timeProblems(found, input, timestamp, now),
    ...propertyProblems(input.properties, metric),
  ];
  return problems.length > 0 ? problems : { metric, subscription: found, timestamp };
}

/**
 * Returns the start of the subscription for a timestamp without a fraction of a second in the second of the start:
 * clients that cut timestamps to seconds would report usage from before the start (docs/billing-rules.md#usage-events).
 * Returns any other timestamp as it is.
 */
export function countedAt(timestamp: Date, { startedAt }: Pick<SubscriptionReference, 'startedAt'>): Date {
  if (startedAt === null) return timestamp;
  const secondOfStart = Math.floor(startedAt.getTime() / SECOND_MS) * SECOND_MS;
  return timestamp.getTime() === secondOfStart ? startedAt : timestamp;
}

function findSubscription(input: EventInput, references: References): SubscriptionReference | FieldError[] {
  const { externalSubscriptionId, externalCustomerId } = input;
  const customerId = externalCustomerId === null ? null : references.customers.get(externalCustomerId);
  const noCustomer = customerId === undefined ? [UNKNOWN_CUSTOMER] : [];
  if (externalSubscriptionId === null) {
    return noCustomer.length > 0 ? noCustomer : onlyActiveSubscription(customerId, references.subscriptions);
  }
  const subscription = references.subscriptions.get(externalSubscriptionId);
  if (subscription === undefined) {
    return [UNKNOWN_SUBSCRIPTION, ...noCustomer];
  }
  if (noCustomer.length > 0) return noCustomer;
  if (customerId === null || subscription.customerId === customerId) return subscription;
  return [OF_ANOTHER_CUSTOMER];
}

function onlyActiveSubscription(
  customerId: string | null | undefined,
  subscriptions: ReadonlyMap<string, SubscriptionReference>,
): SubscriptionReference | FieldError[] {
  const [subscription, ...others] = [...subscriptions.values()].filter(
    (it) => it.customerId === customerId && it.startedAt !== null && it.endedAt === null,
  );
  if (subscription !== undefined && others.length === 0) return subscription;
  const [code, count] =
    subscription === undefined
      ? ['no_active_subscription', 'no']
      : ['several_active_subscriptions', 'several'];
  const message = `The customer has ${count} active ${subscription === undefined ? 'subscription' : 'subscriptions; name one in external_subscription_id'}.`;
  return [{ field: 'external_customer_id', code, message }];
}

function timeProblems(
  subscription: SubscriptionReference,
  input: EventInput,
  timestamp: Date,
  now: Date,
): FieldError[] {
  const { startedAt } = subscription;
  if (startedAt === null) {
    const message =
      'external_subscription_id names a subscription that has not started. Wait for its start, or start it now with POST /v1/subscriptions/{id}/activate.';
    return [{ field: 'external_subscription_id', code: 'subscription_not_started', message }];
  }
  const problem = timeProblem(timestamp, startedAt, endOf(subscription, now), now);
  if (problem === null) return [];
  const said = input.timestamp === null ? 'timestamp (defaults to now)' : 'timestamp';
  return [{ field: 'timestamp', code: 'out_of_range', message: `${said} ${problem}.` }];
}

function timeProblem(timestamp: Date, startedAt: Date, endedAt: Date | null, now: Date): string | null {
  if (timestamp < startedAt)
    return `must not be before the start of the subscription, ${startedAt.toISOString()}`;
  if (timestamp.getTime() > now.getTime() + MOST_AHEAD_MS) return 'must be at most 5 minutes in the future';
  if (endedAt !== null && timestamp >= endedAt) {
    return `must be before the end of the subscription, ${endedAt.toISOString()}`;
  }
  return null;
}

/** Returns when the subscription ended, or should have ended; null if neither. */
function endOf({ endedAt, endsAt }: SubscriptionReference, now: Date): Date | null {
  const isOver = endsAt !== null && endsAt <= now && (endedAt === null || endsAt < endedAt);
  return isOver ? endsAt : endedAt;
}
