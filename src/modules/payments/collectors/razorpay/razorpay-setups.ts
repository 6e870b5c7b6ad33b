import {
  done,
  failed,
  instantAt,
  readResult,
  rejected,
  requiredAt,
  resultOf,
  stringAt,
  type CallResult,
  type ProviderMethod,
  type SetupOrder,
  type SetupState,
} from '../../collector-kit';
import type { RazorpayApi } from './razorpay-api';
import { answerOf } from './razorpay-objects';
import { tokenMethod } from './razorpay-states';

/** What a registration charges to try the card: one rupee, which goes back as soon as the card is saved. */
const TRIAL_AMOUNT = 100;
const MAX_AMOUNT = 9_999_999;

/** A card is registered by a link that charges a rupee. Razorpay wants to know the payer. */
export async function createSetup(api: RazorpayApi, order: SetupOrder): Promise<CallResult<SetupState>> {
  const known = order.providerCustomerId;
  const customer = known === null ? null : await api.get(`/v1/customers/${encodeURIComponent(known)}`);
  if (customer !== null && customer.kind !== 'ok') return failed(customer);
  const email = stringAt(customer?.body, 'email') ?? order.payer.email;
  const contact = stringAt(customer?.body, 'contact');
  if (email === null && contact === null) {
    return rejected('payer_unknown', 'Razorpay needs the e-mail address of the customer.');
  }
  const registration = {
    customer: {
      ...((order.payer.name ?? null) === null ? {} : { name: order.payer.name }),
      ...(email === null ? {} : { email }),
      ...(contact === null ? {} : { contact }),
    },
    type: 'link',
    amount: TRIAL_AMOUNT,
    currency: 'INR',
    description: 'Save a card for later payments',
    subscription_registration: { method: 'card', max_amount: MAX_AMOUNT },
    receipt: order.reference,
    email_notify: false,
    sms_notify: false,
    notes: { setup_id: order.setupId, reference: order.reference },
  };
  const reply = await api.post('/v1/subscription_registration/auth_links', registration);
  return resultOf(reply, (body) => stateOf(body, null));
}

export async function readSetup(api: RazorpayApi, id: string): Promise<CallResult<SetupState>> {
  const reply = await api.get(`/v1/invoices/${encodeURIComponent(id)}`);
  if (reply.kind !== 'ok') return answerOf(reply);
  const paymentId = stringAt(reply.body, 'payment_id');
  if (stringAt(reply.body, 'status') !== 'paid' || paymentId === null) {
    return done(stateOf(reply.body, null));
  }
  const payment = await api.get(`/v1/payments/${encodeURIComponent(paymentId)}`);
  if (payment.kind !== 'ok') return readResult(payment, []);
  const customer = requiredAt(reply.body, 'customer_id');
  const token = requiredAt(payment.body, 'token_id');
  const saved = await api.get(
    `/v1/customers/${encodeURIComponent(customer)}/tokens/${encodeURIComponent(token)}`,
  );
  if (saved.kind !== 'ok') return readResult(saved, []);
  // Given back once: the key is that of the registration. A refusal means that Razorpay has done so itself.
  const path = `/v1/payments/${encodeURIComponent(paymentId)}/refund`;
  await api.post(path, { amount: TRIAL_AMOUNT, receipt: id }, { 'x-refund-idempotency': id });
  return done(stateOf(reply.body, tokenMethod(saved.body)));
}

function stateOf(registration: unknown, method: ProviderMethod | null): SetupState {
  const status = stringAt(registration, 'status');
  const isOver = status === 'cancelled' || status === 'expired';
  return {
    setupObjectId: requiredAt(registration, 'id'),
    status: method !== null ? 'succeeded' : isOver ? 'canceled' : 'open',
    url: status === 'issued' ? stringAt(registration, 'short_url') : null,
    expiresAt: instantAt(registration, 'expire_by'),
    providerCustomerId: stringAt(registration, 'customer_id'),
    method,
  };
}
