import { newId } from '../../../src/platform/domain/id';
import type { CampaignBody, PaymentRequestBody } from '../dunning-wire';
import type { TestOrganization } from '../test-app';
import { bodyOf } from '../wire';

/** Creates a dunning campaign with three attempts, one week apart, for overdue amounts from EUR 50.00. */
export function aCampaign(organization: TestOrganization, fields: object = {}): Promise<CampaignBody> {
  const thresholds = [{ currency: 'EUR', amount_cents: 5000 }];
  const terms = { max_attempts: 3, days_between_attempts: 7, thresholds };
  const body = { code: newId(), name: 'Reminders', ...terms, ...fields };
  return bodyOf(organization.post('/v1/dunning_campaigns', body), 201);
}

/** Creates a payment request for invoices of one customer. */
export function aPaymentRequest(
  organization: TestOrganization,
  customer: { id: string },
  ...invoices: { id: string }[]
): Promise<PaymentRequestBody> {
  const body = { customer_id: customer.id, invoice_ids: invoices.map((it) => it.id) };
  return bodyOf(organization.post('/v1/payment_requests', body), 201);
}
