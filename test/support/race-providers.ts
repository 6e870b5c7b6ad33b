import type { Action } from './race-acts';

/** How a provider of the sandbox takes part in races. */
export interface RaceProvider {
  readonly name: string;
  readonly currency: string;
  /** Credentials of an account of its own. */
  readonly credentials: (account: string) => Record<string, string>;
  /** The credential that is the account of the sandbox. */
  readonly accountKey: string;
  /** Routes by which money moves, is given back, or can move no more, each with what makes the service call it. */
  readonly operations: Readonly<Record<string, Action>>;
  /** Whether a page of the provider saves a method; otherwise a payment does. */
  readonly hasSetup: boolean;
  /** Whether a charge waits for a bank, and can be canceled meanwhile; elsewhere a decline leaves it open. */
  readonly waits: boolean;
  /** Whether the money goes when a dispute is opened, and is back when it is won; elsewhere it goes when it is lost. */
  readonly reinstates: boolean;
}

export const RACE_PROVIDERS: readonly RaceProvider[] = [
  {
    name: 'stripe',
    currency: 'EUR',
    credentials: (account) => ({ secret_key: `sk_test_${account}` }),
    accountKey: 'secret_key',
    operations: {
      'checkout.sessions.create': 'pay_link',
      'checkout.sessions.expire': 'end_link',
      'payment_intents.create': 'collect',
      'payment_intents.confirm': 'collect',
      'payment_intents.cancel': 'end_charge',
      'refunds.create': 'refund',
    },
    hasSetup: true,
    waits: false,
    reinstates: true,
  },
  {
    name: 'gocardless',
    currency: 'GBP',
    credentials: (account) => ({ access_token: `sandbox_${account}` }),
    accountKey: 'access_token',
    operations: {
      'billing_requests.create': 'pay_link',
      'billing_request_flows.create': 'pay_link',
      'billing_requests.cancel': 'end_link',
      'payments.create': 'collect',
      'payments.cancel': 'end_charge',
      'refunds.create': 'refund',
    },
    hasSetup: true,
    waits: true,
    reinstates: true,
  },
  {
    name: 'razorpay',
    currency: 'INR',
    credentials: (account) => ({ key_id: `rzp_test_${account}`, key_secret: `secret_${account}` }),
    accountKey: 'key_id',
    operations: {
      'payment_links.create': 'pay_link',
      'payment_links.cancel': 'end_link',
      'orders.create': 'collect',
      'payments.create': 'collect',
      'refunds.create': 'refund',
    },
    hasSetup: true,
    waits: false,
    reinstates: false,
  },
  {
    name: 'dodopayments',
    currency: 'EUR',
    credentials: (account) => ({ api_key: `dodo_${account}`, product_id: 'pdt_invoice' }),
    accountKey: 'api_key',
    operations: {
      'checkouts.create': 'pay_link',
      'refunds.create': 'refund',
    },
    hasSetup: false,
    waits: false,
    reinstates: false,
  },
];
