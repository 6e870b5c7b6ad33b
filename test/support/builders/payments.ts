import type { PaymentBody } from '../payments';
import type { TestOrganization } from '../test-app';
import { bodyOf } from '../wire';

/** Registers a pending payment of an invoice with Stripe. */
export function aPayment(
  organization: TestOrganization,
  invoice: { id: string },
  fields: object = {},
): Promise<PaymentBody> {
  const body = { invoice_id: invoice.id, provider: 'stripe', ...fields };
  return bodyOf(organization.post('/v1/payments', body), 201);
}

/** Records a manual payment; the target names what is paid. */
export function aPaymentByHand(
  organization: TestOrganization,
  target:
    | { invoice_id: string }
    | { payment_request_id: string }
    | { target_kind: string; target_id: string },
  amountCents: number,
  fields: object = {},
): Promise<PaymentBody> {
  const body = { ...target, amount_cents: amountCents, reference: 'Transfer', ...fields };
  return bodyOf(organization.post('/v1/payments/record', body), 201);
}
