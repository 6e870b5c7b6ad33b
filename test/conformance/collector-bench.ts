import { randomUUID } from 'node:crypto';
import type {
  CallResult,
  Capture,
  ChargeOrder,
  LinkOrder,
  ObjectState,
  PaymentCollector,
  ProviderAccount,
  RefundOrder,
  SetupOrder,
} from '../../src/modules/payments/collector-kit';
import type { Clock } from '../../src/platform/domain/clock';
import { eventually } from '../support/eventually';
import { RecordingHttp } from '../support/recording-http';

/** What a script of the provider can do to the next request. */
export type Fault = 'reset' | 'reset_after' | 'error_500' | 'error_500_after' | 'rate_limit';

/** A provider to run the suite against: a sandbox, or a stand-in of your own. */
export interface CollectorSubject {
  readonly name: string;
  readonly collector: (clock: Clock) => PaymentCollector;
  readonly baseUrl: () => string;
  /** Credentials that nobody has used before. */
  readonly account: () => ProviderAccount;
  readonly badAccount: () => ProviderAccount;
  readonly currency: string;
  /** An amount that the provider cannot take. */
  readonly inexpressible: { amountCents: bigint; currency: string };
  /** The provider's codes of declines of each class that it has. */
  readonly declines: { hard: string; insufficientFunds: string };
  /** What becomes of a charge for which the payer would have to authenticate; null: there is no such thing. */
  readonly afterAuthentication: ObjectState['status'] | null;
  readonly canSetUp: boolean;
  /** Whether a second refund with the same reference is the first one. */
  readonly hasIdempotentRefunds: boolean;
  readonly savedMethod: (it: Bench) => Promise<Pick<ChargeOrder, 'providerCustomerId' | 'providerMethodId'>>;
  /** Makes the next request of the kind go wrong. */
  readonly spoil: (account: ProviderAccount, fault: Fault, what: 'link' | 'take' | 'refund') => Promise<void>;
  readonly down: (account: ProviderAccount) => Promise<void>;
  readonly up: () => Promise<void>;
  /** Makes the next attempt to pay end so. */
  readonly outcome: (account: ProviderAccount, mode: string, code?: string) => Promise<void>;
  readonly pay: (url: string, behavior?: string) => Promise<void>;
  readonly advance: (seconds: number) => Promise<void>;
  /** Captures less refunds of an account, in the provider's unit. */
  readonly net: (account: ProviderAccount) => Promise<number>;
}

/** A collector on an account, with orders of it. */
export class Bench {
  offsetMs = 0;
  readonly clock: Clock = {
    now: () => new Date(Date.now() + this.offsetMs),
    frozenAt: () => null,
  };
  readonly collector: PaymentCollector;
  readonly http: RecordingHttp;
  readonly account: ProviderAccount;

  constructor(readonly subject: CollectorSubject) {
    this.collector = subject.collector(this.clock);
    this.http = new RecordingHttp(subject.baseUrl());
    this.account = subject.account();
  }

  link(amountCents = 5000n): LinkOrder {
    const collectionId = randomUUID();
    return {
      collectionId,
      paymentId: randomUUID(),
      target: { type: 'invoice', id: randomUUID() },
      reference: `${collectionId.replaceAll('-', '')}-1`,
      amountCents,
      currency: this.subject.currency,
      description: 'INV-1',
      providerCustomerId: null,
      payer: { name: 'Jane Doe', email: 'jane@example.com' },
      requestedAt: this.clock.now(),
      successUrl: 'https://shop.example/done',
      cancelUrl: 'https://shop.example/back',
    };
  }

  async charge(amountCents = 5000n): Promise<ChargeOrder> {
    const method = await this.subject.savedMethod(this);
    const { successUrl: returnUrl, cancelUrl: _, ...order } = this.link(amountCents);
    return { ...order, ...method, returnUrl };
  }

  setup(): SetupOrder {
    const { payer, currency, successUrl, cancelUrl, reference } = this.link();
    const about = { payer, currency, successUrl, cancelUrl, providerCustomerId: null };
    return { setupId: randomUUID(), reference, ...about };
  }

  refund(capture: Capture, amountCents: bigint): RefundOrder {
    const { providerPaymentId, currency } = capture;
    const refundId = randomUUID();
    const reference = refundId.replaceAll('-', '');
    return { refundId, reference, providerPaymentId, amountCents, currency, requestedAt: this.clock.now() };
  }

  createLink(order: LinkOrder): Promise<CallResult<ObjectState>> {
    return this.collector.createLink(this.http, this.account, order);
  }

  /** Creates a charge, and takes its money. */
  async take(order: ChargeOrder): Promise<CallResult<ObjectState>> {
    const created = await this.collector.createCharge(this.http, this.account, order);
    const { confirmCharge } = this.collector;
    if (created.kind !== 'done' || confirmCharge === null) return created;
    expect(created.value.captures).toEqual([]);
    return confirmCharge.call(this.collector, this.http, this.account, created.value.objectId, order);
  }

  async read(objectId: string): Promise<ObjectState> {
    return doneOf(await this.collector.read(this.http, this.account, objectId));
  }

  /** Reads until the object has the status. */
  until(objectId: string, status: ObjectState['status']): Promise<ObjectState> {
    return eventually(async () => {
      const state = await this.read(objectId);
      return state.status === status ? state : null;
    });
  }

  async paidLink(amountCents?: bigint): Promise<{ order: LinkOrder; state: ObjectState; capture: Capture }> {
    const order = this.link(amountCents);
    const { objectId, url } = doneOf(await this.createLink(order));
    await this.subject.pay(url ?? '');
    const state = await this.until(objectId, 'succeeded');
    const [capture] = state.captures;
    if (capture === undefined) throw new Error('The link has no capture');
    return { order, state, capture };
  }

  async move(seconds: number): Promise<void> {
    this.offsetMs += seconds * 1000;
    await this.subject.advance(seconds);
  }
}

/** Returns the value of a call that must have succeeded. */
export function doneOf<T>(result: CallResult<T>): T {
  if (result.kind !== 'done') throw new Error(`The call is ${JSON.stringify(result)}`);
  return result.value;
}
