import { randomUUID } from 'node:crypto';
import { newId } from '../../src/platform/domain/id';
import type { Metered } from './metered-subscription';
import type { TestApp, TestOrganization } from './test-app';

/** A usage event as processes of the release before the keys insert it. */
export interface UsageRow {
  createdAt: Date;
  transactionId?: string;
  properties?: object;
}

/** The columns and their order are those of that release, which writes no key. */
const INSERT = `
  INSERT INTO usage_events (organization_id, created_at, id, transaction_id, properties, timestamp, sequence,
                            billable_metric_id, code, subscription_id, external_subscription_id, customer_id,
                            external_customer_id, period_id, late, charged)
  SELECT $1, $2, $3, $4, $5, $2, nextval('usage_events_sequence_seq'), metric.id, metric.code, $6, $7, $8, NULL, NULL, false, NULL
    FROM billable_metrics AS metric WHERE organization_id = $1 AND code = 'calls'`;

/** Inserts an event of a subscription, waiting for its period. Returns its id. */
export async function insertUsageRow(
  app: TestApp,
  organization: TestOrganization,
  metered: Metered,
  { createdAt, transactionId = randomUUID(), properties = { value: '1' } }: UsageRow,
): Promise<string> {
  const id = newId(createdAt);
  const { id: subscriptionId, externalId, customerId } = metered;
  await app.database.query(INSERT, [
    ...[organization.id, createdAt, id, transactionId, JSON.stringify(properties)],
    ...[subscriptionId, externalId, customerId],
  ]);
  return id;
}
