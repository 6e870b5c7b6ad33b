import { newId } from '../../src/platform/domain/id';
import type { TestDatabase } from './test-database';
import type { TestOrganization } from './test-app';

/** What is collected, and from whom. */
export interface Collected {
  readonly invoiceId: string;
  readonly customerId: string;
}

/** Writes what only a provider's answers bring about: an ended collection, a
 * customer of a provider with a saved method, a failed refund, a dispute, and a call
 * to the provider. The invoice must have a payment. */
export async function addCollectedRows(
  database: TestDatabase,
  { id: organizationId }: TestOrganization,
  { invoiceId, customerId }: Collected,
): Promise<void> {
  const of = (): string[] => [organizationId, newId(), customerId];
  await database.query(
    `INSERT INTO collections (organization_id, id, customer_id, invoice_id, attempt_number, kind, provider, amount_cents,
       currency, description, status, success_url, cancel_url, announced_payment_id, dead_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 1, 'charge', 'stripe', 1, 'EUR', '', 'canceled', '', '', $5, now(), now(), now())`,
    [...of(), invoiceId, newId()],
  );
  await database.query(
    `INSERT INTO provider_customers (organization_id, id, customer_id, provider, provider_customer_id, created_at, updated_at)
     VALUES ($1, $2, $3, 'stripe', 'cus_1', now(), now())`,
    of(),
  );
  await database.query(
    `INSERT INTO payment_methods (organization_id, id, customer_id, provider, provider_customer_id, provider_method_id,
       type, label, is_usable, is_default, created_at, updated_at)
     VALUES ($1, $2, $3, 'stripe', 'cus_1', 'pm_1', 'card', 'Visa •••• 4242', true, false, now(), now())`,
    of(),
  );
  await addPaymentRows(database, of);
  await database.query(
    `INSERT INTO provider_calls (organization_id, id, customer_id, provider, method, path, outcome, created_at)
     VALUES ($1, $2, $3, 'stripe', 'GET', '/v1/customers/cus_1', 'answered', now())`,
    of(),
  );
}

/** A failed refund and a dispute of a payment. */
async function addPaymentRows(database: TestDatabase, of: () => string[]): Promise<void> {
  await database.query(
    `INSERT INTO refund_orders (organization_id, id, payment_id, provider, provider_payment_id, amount_cents, currency,
       reason, status, created_at, updated_at)
     SELECT organization_id, $2, id, 'stripe', 'pi_1', 1, 'EUR', 'request', 'failed', now(), now()
       FROM payments WHERE organization_id = $1 AND customer_id = $3 LIMIT 1`,
    of(),
  );
  await database.query(
    `INSERT INTO disputes (organization_id, id, payment_id, customer_id, provider, provider_dispute_id, amount_cents,
       currency, reason, status, reported_at, created_at, updated_at)
     SELECT organization_id, $2, id, customer_id, 'stripe', 'du_1', 1, 'EUR', 'fraudulent', 'needs_response', now(), now(),
            now()
       FROM payments WHERE organization_id = $1 AND customer_id = $3 LIMIT 1`,
    of(),
  );
}
