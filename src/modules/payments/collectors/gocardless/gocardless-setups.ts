import {
  at,
  done,
  failed,
  instantAt,
  readResult,
  requiredAt,
  resultOf,
  stringAt,
  type CallResult,
  type LinkOrder,
  type Reply,
  type SetupOrder,
  type SetupState,
} from '../../collector-kit';
import { conflictOf, type GoCardlessApi } from './gocardless-api';
import { mandateMethod } from './gocardless-states';

/** Opens a page for a billing request. It may be done again: a request is fulfilled once, on whichever page. */
export function openFlow(
  api: GoCardlessApi,
  billingRequest: string,
  order: Pick<LinkOrder, 'successUrl' | 'cancelUrl' | 'payer'> | null,
): Promise<Reply> {
  const email = order?.payer.email ?? null;
  const flow = {
    ...(order === null ? {} : { redirect_uri: order.successUrl, exit_uri: order.cancelUrl }),
    ...(email === null ? {} : { prefilled_customer: { email } }),
    links: { billing_request: billingRequest },
  };
  return api.post('/billing_request_flows', { billing_request_flows: flow }, null);
}

/** A mandate is made by a billing request, as a payment is. */
export async function createSetup(api: GoCardlessApi, order: SetupOrder): Promise<CallResult<SetupState>> {
  const { providerCustomerId: customer, currency } = order;
  const metadata = { setup_id: order.setupId, reference: order.reference };
  const request = {
    mandate_request: { currency, metadata },
    metadata,
    ...(customer === null ? {} : { links: { customer } }),
  };
  const made = await api.post('/billing_requests', { billing_requests: request }, order.reference);
  const id = made.kind === 'ok' ? requiredAt(made.body, 'billing_requests', 'id') : (conflictOf(made) ?? '');
  if (made.kind !== 'ok' && id === '') return failed(made);
  const flow = await openFlow(api, id, order);
  return resultOf(flow, (body) => {
    const page = at(body, 'billing_request_flows');
    const state = stateOf({ id }, null);
    return {
      ...state,
      providerCustomerId: customer,
      url: stringAt(page, 'authorisation_url'),
      expiresAt: instantAt(page, 'expires_at'),
    };
  });
}

export async function readSetup(api: GoCardlessApi, id: string): Promise<CallResult<SetupState>> {
  const reply = await api.get(`/billing_requests/${encodeURIComponent(id)}`);
  if (reply.kind !== 'ok') return readResult(reply);
  const request = at(reply.body, 'billing_requests');
  const mandateId = stringAt(request, 'links', 'mandate_request_mandate');
  if (mandateId === null) return done(stateOf(request, null));
  const mandate = await api.get(`/mandates/${encodeURIComponent(mandateId)}`);
  if (mandate.kind !== 'ok') return readResult(mandate, []);
  return done(stateOf(request, at(mandate.body, 'mandates')));
}

function stateOf(request: unknown, mandate: unknown): SetupState {
  const isCancelled = stringAt(request, 'status') === 'cancelled';
  return {
    setupObjectId: requiredAt(request, 'id'),
    status: mandate !== null ? 'succeeded' : isCancelled ? 'canceled' : 'open',
    url: null,
    expiresAt: null,
    providerCustomerId: stringAt(request, 'links', 'customer'),
    method: mandate === null ? null : mandateMethod(mandate),
  };
}
