import { eventually } from './eventually';
import type { Ledger } from './ledger';
import type { Arrival } from './recording-receiver';
import type { TestDatabase } from './test-database';

type Database = Pick<TestDatabase, 'query'>;

export interface DeliveryRow {
  id: string;
  customerId: string;
  status: string;
  retries: number;
  /** SHA-256 of the stored payload, in hex. */
  digest: string;
  attempts: { number: number; success: boolean; httpStatus: number | null; error: string | null }[];
}

/**
 * The result of comparing the client's ledger, the receiver's arrivals and the tables. All lists should be
 * empty.
 */
export interface Verdict {
  deliveries: number;
  /** Acknowledged customers without all of their deliveries. */
  withoutDeliveries: string[];
  /** Deliveries that did not succeed or did not arrive. */
  lost: string[];
  /** Deliveries whose attempt numbers have gaps. */
  gaps: string[];
  /** Arrivals whose body differs from the stored payload or whose ID is unknown. */
  otherBytes: string[];
  /** Deliveries with an attempt that is neither the final success nor recorded as unknown. */
  oddAttempts: string[];
  /** Deliveries that used a retry. */
  retried: string[];
  /** Number of repeated arrivals, and the maximum number of arrivals of one delivery. */
  duplicates: number;
  mostCopies: number;
  /** Number of attempts with an unknown outcome. */
  unknownAttempts: number;
}

/** Waits until the organization has no pending deliveries. */
export async function ended(database: Database, organizationId: string, withinMs = 30_000): Promise<void> {
  await eventually(async () => {
    const [row] = await database.query<{ pending: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM webhook_queue WHERE organization_id = $1 AND open) AS pending`,
      [organizationId],
    );
    return row?.pending === false ? true : null;
  }, withinMs);
}

/** Returns the verdict on a run whose receivers always responded with 2xx. */
export async function judge(
  database: Database,
  organizationId: string,
  run: { ledger: Ledger; arrivals: readonly Arrival[]; endpoints: number },
): Promise<Verdict> {
  const rows = await readDeliveries(database, organizationId);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const copies = countBy(run.arrivals.map((it) => it.deliveryId));
  const perCustomer = countBy(rows.map((it) => it.customerId));
  const ids = (wrong: (row: DeliveryRow) => boolean): string[] => rows.filter(wrong).map((it) => it.id);
  return {
    deliveries: rows.length,
    withoutDeliveries: [...run.ledger.acknowledged.values()].filter(
      (id) => perCustomer.get(id) !== run.endpoints,
    ),
    lost: ids((it) => it.status !== 'succeeded' || !copies.has(it.id)),
    gaps: ids((it) => it.attempts.some((attempt, index) => attempt.number !== index + 1)),
    otherBytes: run.arrivals
      .filter((it) => byId.get(it.deliveryId)?.digest !== it.digest)
      .map((it) => it.deliveryId),
    oddAttempts: ids((it) => !it.attempts.every((attempt, index) => isExpected(attempt, index, it))),
    retried: ids((it) => it.retries !== 0),
    duplicates: run.arrivals.length - copies.size,
    mostCopies: Math.max(0, ...new Set(copies.values())),
    unknownAttempts: rows.reduce((sum, it) => sum + it.attempts.filter(isUnknown).length, 0),
  };
}

/** The part of a verdict that is the same for every flawless run. */
export const FLAWLESS = {
  withoutDeliveries: [],
  lost: [],
  gaps: [],
  otherBytes: [],
  oddAttempts: [],
  retried: [],
};

/** Returns the deliveries of an organization, oldest first. */
export function readDeliveries(database: Database, organizationId: string): Promise<DeliveryRow[]> {
  return database.query<DeliveryRow>(
    `SELECT delivery.id, delivery.object_id AS "customerId",
            CASE WHEN queue.delivery_id IS NULL THEN 'succeeded' WHEN queue.open THEN 'pending' ELSE 'failed' END AS status,
            coalesce(queue.retries, (SELECT max(retries) FROM webhook_attempts AS attempt
              WHERE attempt.organization_id = delivery.organization_id AND attempt.delivery_id = delivery.id)) AS retries,
            encode(sha256(convert_to(event.payload, 'UTF8')), 'hex') AS digest,
            coalesce((SELECT json_agg(json_build_object('number', attempt_number, 'success', success,
                                        'httpStatus', http_status, 'error', error_message) ORDER BY attempt_number)
                        FROM webhook_attempts AS attempt
                       WHERE attempt.organization_id = delivery.organization_id AND attempt.delivery_id = delivery.id),
                     '[]') AS attempts
       FROM webhook_deliveries AS delivery
       JOIN outbox_events AS event ON event.organization_id = delivery.organization_id AND event.id = delivery.event_id
       LEFT JOIN webhook_queue AS queue ON queue.organization_id = delivery.organization_id AND queue.delivery_id = delivery.id
      WHERE delivery.organization_id = $1 ORDER BY delivery.id`,
    [organizationId],
  );
}

/** Counts the inconsistent states that a crash must not leave; returns those that exist. */
export async function halfStates(
  database: Database,
  organizationId: string,
  endpoints: number,
): Promise<Record<string, number>> {
  const [row = {}] = await database.query<Record<string, number>>(HALF_STATES, [organizationId, endpoints]);
  return Object.fromEntries(Object.entries(row).filter(([, count]) => count !== 0));
}

const HALF_STATES = `
  SELECT
    (SELECT count(*)::int FROM customers AS customer WHERE organization_id = $1 AND NOT EXISTS (
       SELECT 1 FROM outbox_events AS event WHERE event.organization_id = $1 AND event.object_id = customer.id
          AND event.kind = 'customer.created')) AS customers_without_event,
    (SELECT count(*)::int FROM outbox_events AS event WHERE organization_id = $1 AND kind = 'customer.created'
        AND NOT EXISTS (SELECT 1 FROM customers WHERE organization_id = $1 AND id = event.object_id)) AS events_without_customer,
    (SELECT count(*)::int FROM outbox_events AS event WHERE organization_id = $1 AND kind = 'customer.created'
        AND $2 <> (SELECT count(*) FROM webhook_deliveries AS delivery
                    WHERE delivery.organization_id = $1 AND delivery.event_id = event.id)) AS events_without_deliveries,
    (SELECT count(*)::int FROM webhook_deliveries AS delivery WHERE organization_id = $1
        AND EXISTS (SELECT 1 FROM webhook_attempts AS attempt
              WHERE attempt.organization_id = $1 AND attempt.delivery_id = delivery.id AND attempt.success)
          = EXISTS (SELECT 1 FROM webhook_queue AS queue
              WHERE queue.organization_id = $1 AND queue.delivery_id = delivery.id)) AS deliveries_out_of_step,
    (SELECT count(*)::int FROM webhook_endpoints AS endpoint WHERE organization_id = $1
        AND (SELECT count(*) FROM webhook_deliveries AS delivery WHERE delivery.organization_id = $1
               AND delivery.webhook_endpoint_id = endpoint.id AND NOT EXISTS (SELECT 1 FROM webhook_queue AS queue
                     WHERE queue.organization_id = $1 AND queue.delivery_id = delivery.id))
         <> coalesce((SELECT sum(succeeded) FROM webhook_delivery_counts AS counts WHERE counts.organization_id = $1
               AND counts.webhook_endpoint_id = endpoint.id), 0)) AS endpoints_miscounted`;

function isExpected(attempt: DeliveryRow['attempts'][number], index: number, row: DeliveryRow): boolean {
  const last = index === row.attempts.length - 1;
  return last ? attempt.success && attempt.httpStatus === 200 : isUnknown(attempt);
}

function isUnknown(attempt: DeliveryRow['attempts'][number]): boolean {
  return (
    !attempt.success && attempt.httpStatus === null && attempt.error?.startsWith('outcome_unknown: ') === true
  );
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
