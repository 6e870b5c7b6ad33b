import {
  done,
  failed,
  instantAt,
  integerAt,
  isMissing,
  notFound,
  readResult,
  rejected,
  replyTo,
  requiredAt,
  resultOf,
  rowsAt,
  stringAt,
  toProviderAmount,
  fromProviderAmount,
  type AmountTable,
  type CallResult,
  type Capture,
  type CapturePage,
  type ChargeOrder,
  type CollectionOrder,
  type ConnectionCheck,
  type LinkOrder,
  type ObjectState,
  type PaymentCollector,
  type ProviderAccount,
  type ProviderHttp,
  type ProviderMethod,
  type RefundOrder,
  type RefundState,
  type Reply,
  type SetupState,
} from '../../../src/modules/payments/collector-kit';
import type { Clock } from '../../../src/platform/domain/clock';

const STATES = {
  open: 'open',
  pending: 'processing',
  paid: 'succeeded',
  declined: 'failed',
  void: 'canceled',
} as const;
const NO_SETUP = rejected('setup_not_supported', 'Acme Pay has no page that only saves a method.');

/** Acme Pay takes euros. */
const amounts: AmountTable = (currency) =>
  currency === 'EUR' ? { exponent: 2, step: 1n, minimum: 1n, maximum: 99_999_999n } : null;

/** Acme Pay: one kind of object, a charge, with or without a page. A repeated reference answers the first charge. */
export class AcmePayCollector implements PaymentCollector {
  readonly name = 'acme_pay';
  readonly baseUrls = { live: 'https://api.acme.example', test: 'https://api.test.acme.example' };
  readonly credentialFields = ['token'];
  readonly amounts = amounts;
  readonly canEndLinks = true;
  readonly confirmCharge = null;

  constructor(private readonly clock: Clock) {}

  async checkConnection(http: ProviderHttp, account: ProviderAccount): Promise<ConnectionCheck> {
    const reply = await send(http, account, 'GET', '/merchant');
    if (reply.kind === 'ok') return { state: 'connected', providerAccountId: stringAt(reply.body, 'id') };
    return { state: reply.kind === 'refused' ? 'rejected' : 'unavailable', reason: reply.reason };
  }

  async createLink(
    http: ProviderHttp,
    account: ProviderAccount,
    order: LinkOrder,
  ): Promise<CallResult<ObjectState>> {
    const body = { ...chargeOf(order), return_url: order.successUrl };
    return resultOf(await send(http, account, 'POST', '/charges', body), stateOf);
  }

  async createCharge(
    http: ProviderHttp,
    account: ProviderAccount,
    order: ChargeOrder,
  ): Promise<CallResult<ObjectState>> {
    const body = { ...chargeOf(order), method: order.providerMethodId };
    return resultOf(await send(http, account, 'POST', '/charges', body), stateOf);
  }

  async read(http: ProviderHttp, account: ProviderAccount, id: string): Promise<CallResult<ObjectState>> {
    const reply = await send(http, account, 'GET', `/charges/${encodeURIComponent(id)}`);
    return reply.kind === 'ok' ? done(stateOf(reply.body)) : readResult(reply);
  }

  async find(
    http: ProviderHttp,
    account: ProviderAccount,
    order: CollectionOrder,
  ): Promise<CallResult<ObjectState | null>> {
    const reply = await send(http, account, 'GET', `/charges?reference=${order.reference}`);
    if (reply.kind !== 'ok') return readResult(reply, []);
    const [found] = rowsAt(reply.body, 'charges');
    return found === undefined ? this.absent(order.requestedAt) : done(stateOf(found));
  }

  async makeDead(http: ProviderHttp, account: ProviderAccount, id: string): Promise<CallResult<ObjectState>> {
    const reply = await send(http, account, 'POST', `/charges/${encodeURIComponent(id)}/void`, {});
    // 409: it is paid or pending. What it is says the charge.
    const isAnswered = reply.kind === 'ok' || (reply.kind === 'refused' && reply.status === 409);
    return isAnswered ? this.read(http, account, id) : failed(reply);
  }

  async refund(
    http: ProviderHttp,
    account: ProviderAccount,
    order: RefundOrder,
  ): Promise<CallResult<RefundState>> {
    const amount = Number(toProviderAmount(amounts, order.amountCents, order.currency));
    const path = `/charges/${encodeURIComponent(order.providerPaymentId)}/refunds`;
    return resultOf(
      await send(http, account, 'POST', path, { amount, reference: order.reference }),
      refundOf,
    );
  }

  async findRefund(
    http: ProviderHttp,
    account: ProviderAccount,
    order: RefundOrder,
  ): Promise<CallResult<RefundState | null>> {
    const path = `/charges/${encodeURIComponent(order.providerPaymentId)}/refunds`;
    const reply = await send(http, account, 'GET', path);
    if (reply.kind !== 'ok') return readResult(reply, []);
    const found = rowsAt(reply.body, 'refunds').find((it) => stringAt(it, 'reference') === order.reference);
    return found === undefined ? this.absent(order.requestedAt) : done(refundOf(found));
  }

  createSetup(): Promise<CallResult<SetupState>> {
    return Promise.resolve(NO_SETUP);
  }

  readSetup(): Promise<CallResult<SetupState>> {
    return Promise.resolve(NO_SETUP);
  }

  listMethods(): Promise<CallResult<readonly ProviderMethod[]>> {
    return Promise.resolve(done([]));
  }

  async deleteMethod(
    http: ProviderHttp,
    account: ProviderAccount,
    _customer: string,
    method: string,
  ): Promise<CallResult<null>> {
    const reply = await send(http, account, 'DELETE', `/methods/${encodeURIComponent(method)}`);
    return isMissing(reply) ? done(null) : resultOf(reply, () => null);
  }

  async listCaptures(
    http: ProviderHttp,
    account: ProviderAccount,
    since: Date,
    page: string | null,
  ): Promise<CallResult<CapturePage>> {
    const query = `since=${since.toISOString()}&after=${page ?? ''}`;
    const reply = await send(http, account, 'GET', `/charges?${query}`);
    return resultOf(reply, (body) => ({
      captures: rowsAt(body, 'charges').flatMap((it) => stateOf(it).captures),
      next: stringAt(body, 'next'),
    }));
  }

  private absent(requestedAt: Date): CallResult<null> {
    return notFound('Acme Pay', requestedAt, this.clock.now());
  }
}

async function send(
  http: ProviderHttp,
  { credentials }: ProviderAccount,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body: object | null = null,
): Promise<Reply> {
  const headers = { authorization: `Bearer ${credentials.token ?? ''}`, 'content-type': 'application/json' };
  const text = body === null ? null : JSON.stringify(body);
  return replyTo(await http.send({ method, path, headers, body: text }), {
    isRead: method === 'GET',
    problemOf: (it) => ({
      code: stringAt(it, 'code') ?? 'refused',
      reason: stringAt(it, 'message') ?? 'Acme Pay refused the request.',
    }),
  });
}

const chargeOf = ({
  amountCents,
  currency,
  reference,
  collectionId,
  description,
}: CollectionOrder): object => ({
  amount: Number(toProviderAmount(amounts, amountCents, currency)),
  currency,
  reference,
  collection: collectionId,
  description,
});

function stateOf(charge: unknown): ObjectState {
  const state = requiredAt(charge, 'state') as keyof typeof STATES;
  const code = stringAt(charge, 'decline');
  return {
    objectId: requiredAt(charge, 'id'),
    status: STATES[state],
    // A page can be paid after a decline; a charge of a saved method cannot.
    isDead:
      state === 'paid' || state === 'void' || (state === 'declined' && stringAt(charge, 'url') === null),
    url: stringAt(charge, 'url'),
    expiresAt: null,
    captures: state === 'paid' ? [captureOf(charge)] : [],
    decline:
      code === null
        ? null
        : { code, message: 'Declined', declineClass: code === 'empty' ? 'insufficient_funds' : 'hard' },
  };
}

const captureOf = (charge: unknown): Capture => ({
  providerPaymentId: requiredAt(charge, 'id'),
  amountCents: fromProviderAmount(amounts, integerAt(charge, 'amount'), 'EUR'),
  currency: 'EUR',
  refundedCents: fromProviderAmount(amounts, integerAt(charge, 'refunded'), 'EUR'),
  capturedAt: instantAt(charge, 'paid_at') ?? new Date(0),
  collectionId: stringAt(charge, 'collection'),
});

const refundOf = (refund: unknown): RefundState => ({
  providerRefundId: requiredAt(refund, 'id'),
  status: 'succeeded',
  reason: null,
});
