import { DodoPaymentsCollector } from '../../src/modules/payments/collectors/dodopayments/dodopayments.collector';
import { GoCardlessCollector } from '../../src/modules/payments/collectors/gocardless/gocardless.collector';
import { RazorpayCollector } from '../../src/modules/payments/collectors/razorpay/razorpay.collector';
import { StripeCollector } from '../../src/modules/payments/collectors/stripe/stripe.collector';
import { RecordingHttp } from '../support/recording-http';
import { useSandbox } from '../support/use-sandbox';
import { doneOf, type Bench, type CollectorSubject, type Fault } from './collector-bench';
import { paymentCollectorSuite } from './payment-collector.suite';

const SIGNS = { capture: 1, refund: -1, refund_failed: 1, reversal: -1, reinstatement: 1 };
let accounts = 0;

/** What differs between the providers of the sandbox. */
type Traits = Pick<
  CollectorSubject,
  | 'collector'
  | 'currency'
  | 'inexpressible'
  | 'declines'
  | 'afterAuthentication'
  | 'canSetUp'
  | 'hasIdempotentRefunds'
> & {
  name: string;
  credentials: (token: string) => Record<string, string>;
  /** The credential that is the account of the sandbox. */
  accountKey: string;
  operations: Record<'link' | 'take' | 'refund', string>;
  savedMethod?: CollectorSubject['savedMethod'];
};

describe('the collectors of the published providers', () => {
  const sandbox = useSandbox();

  const subjectOf = ({ name, credentials, accountKey, operations, ...traits }: Traits): CollectorSubject => {
    const accountOf = (token: string) => ({ credentials: credentials(token), environment: 'test' as const });
    const keyOf = (it: { credentials: Readonly<Record<string, string>> }) => it.credentials[accountKey];
    const script = async (rule: object): Promise<void> => {
      await sandbox().script({ provider: name, ...rule });
    };
    return {
      savedMethod: setUp,
      ...traits,
      name,
      baseUrl: () => sandbox().urlOf(name),
      account: () => accountOf(`t${accounts++}x${Date.now()}`),
      badAccount: () => accountOf('invalid'),
      spoil: (account, mode: Fault, what) =>
        script({ account: keyOf(account), mode, operation: operations[what] }),
      down: (account) => script({ account: keyOf(account), mode: 'down', operation: '*', times: 0 }),
      up: async () => {
        await sandbox().call('DELETE', '/script');
      },
      outcome: (account, mode, code) => script({ account: keyOf(account), mode, operation: 'pay', code }),
      pay: async (url, behavior) => {
        await sandbox().pay(url, behavior);
      },
      advance: async (seconds) => {
        await sandbox().advance(seconds);
      },
      net: async (account) => {
        const own = (await sandbox().ledger()).filter((it) => it.account === keyOf(account));
        return own.reduce((sum, it) => sum + SIGNS[it.type] * it.amount, 0);
      },
    };
  };

  paymentCollectorSuite(
    subjectOf({
      name: 'stripe',
      collector: (clock) => new StripeCollector(clock),
      credentials: (token) => ({ secret_key: `sk_test_${token}` }),
      accountKey: 'secret_key',
      currency: 'EUR',
      inexpressible: { amountCents: 12_345n, currency: 'KWD' },
      declines: { hard: 'stolen_card', insufficientFunds: 'insufficient_funds' },
      afterAuthentication: 'requires_action',
      canSetUp: true,
      hasIdempotentRefunds: true,
      operations: {
        link: 'checkout.sessions.create',
        take: 'payment_intents.confirm',
        refund: 'refunds.create',
      },
    }),
  );

  paymentCollectorSuite(
    subjectOf({
      name: 'gocardless',
      collector: (clock) => new GoCardlessCollector(clock),
      credentials: (token) => ({ access_token: `sandbox_${token}` }),
      accountKey: 'access_token',
      currency: 'GBP',
      inexpressible: { amountCents: 5000n, currency: 'USD' },
      declines: { hard: 'bank_account_closed', insufficientFunds: 'insufficient_funds' },
      afterAuthentication: null,
      canSetUp: true,
      hasIdempotentRefunds: true,
      operations: { link: 'billing_requests.create', take: 'payments.create', refund: 'refunds.create' },
    }),
  );

  paymentCollectorSuite(
    subjectOf({
      name: 'razorpay',
      collector: (clock) => new RazorpayCollector(clock),
      credentials: (token) => ({ key_id: `rzp_test_${token}`, key_secret: `secret_${token}` }),
      accountKey: 'key_id',
      currency: 'INR',
      inexpressible: { amountCents: 99n, currency: 'INR' },
      declines: { hard: 'card_expired', insufficientFunds: 'insufficient_funds' },
      afterAuthentication: 'failed',
      canSetUp: true,
      hasIdempotentRefunds: true,
      operations: { link: 'payment_links.create', take: 'payments.create', refund: 'refunds.create' },
    }),
  );

  paymentCollectorSuite(
    subjectOf({
      name: 'dodopayments',
      collector: (clock) => new DodoPaymentsCollector(clock),
      credentials: (token) => ({ api_key: `dodo_${token}`, product_id: 'pdt_invoice' }),
      accountKey: 'api_key',
      currency: 'EUR',
      inexpressible: { amountCents: 49n, currency: 'EUR' },
      declines: { hard: 'stolen_card', insufficientFunds: 'insufficient_funds' },
      afterAuthentication: 'requires_action',
      canSetUp: false,
      hasIdempotentRefunds: false,
      operations: { link: 'checkouts.create', take: 'checkouts.create', refund: 'refunds.create' },
      savedMethod: payFirst,
    }),
  );

  it('Dodo Payments refuses a total other than the amount due before anybody pays it', async () => {
    const collector = new DodoPaymentsCollector({ now: () => new Date(), frozenAt: () => null });
    const http = new RecordingHttp(sandbox().urlOf('dodopayments'));
    const credentials = { api_key: 'dodo_taxed', product_id: 'pdt_taxed' };
    const account = { credentials, environment: 'test' as const };
    const order = {
      collectionId: 'c',
      paymentId: 'p',
      target: { type: 'invoice', id: 'i' },
      reference: 'r',
      amountCents: 5000n,
      currency: 'EUR',
      description: 'INV-1',
      providerCustomerId: null,
      payer: { name: null, email: 'jane@example.com' },
      requestedAt: new Date(),
      successUrl: 'https://shop.example/done',
      cancelUrl: 'https://shop.example/back',
    };
    expect(await collector.createLink(http, account, order)).toMatchObject({ code: 'total_differs' });
    expect(http.sent.map((it) => it.path)).toEqual(['/checkouts/preview']);
    expect(await collector.checkConnection(http, account)).toMatchObject({ state: 'rejected' });
  });

  /** Saves a method on the page of a setup. */
  async function setUp(bench: Bench) {
    const { collector, http, account, subject } = bench;
    const open = doneOf(await collector.createSetup(http, account, bench.setup()));
    await subject.pay(open.url ?? '');
    const { providerCustomerId, method } = doneOf(
      await collector.readSetup(http, account, open.setupObjectId),
    );
    return {
      providerCustomerId: providerCustomerId ?? '',
      providerMethodId: method?.providerMethodId ?? '',
    };
  }

  /** A method is saved by a payment, and only then. */
  async function payFirst(bench: Bench) {
    await bench.paidLink(700n);
    const headers = { authorization: `Bearer ${bench.account.credentials.api_key ?? ''}` };
    const answer = await fetch(`${sandbox().urlOf('dodopayments')}/customers`, { headers });
    const { items } = (await answer.json()) as { items: { customer_id: string }[] };
    const providerCustomerId = items[0]?.customer_id ?? '';
    const methods = doneOf(await bench.collector.listMethods(bench.http, bench.account, providerCustomerId));
    return { providerCustomerId, providerMethodId: methods[0]?.providerMethodId ?? '' };
  }
});
