import { paymentCollectorSuite } from '../../conformance/payment-collector.suite';
import { AcmePayCollector } from './acme-pay.collector';
import { AcmeStandIn } from './acme-stand-in';

const acme = new AcmeStandIn();
let accounts = 0;

beforeAll(() => acme.start());
afterAll(() => acme.stop());
const now = (act: () => void): Promise<void> => Promise.resolve().then(act);

paymentCollectorSuite({
  name: 'Acme Pay',
  collector: (clock) => new AcmePayCollector(clock),
  baseUrl: () => acme.url,
  account: () => ({ credentials: { token: `token-${accounts++}` }, environment: 'test' }),
  badAccount: () => ({ credentials: { token: 'invalid' }, environment: 'test' }),
  currency: 'EUR',
  inexpressible: { amountCents: 5000n, currency: 'USD' },
  declines: { hard: 'stolen', insufficientFunds: 'empty' },
  afterAuthentication: null,
  canSetUp: false,
  hasIdempotentRefunds: true,
  savedMethod: () => Promise.resolve({ providerCustomerId: 'c_1', providerMethodId: 'm_1' }),
  spoil: (_account, fault) => now(() => (acme.fault = fault)),
  down: () => now(() => (acme.isDown = true)),
  up: () => now(() => (acme.isDown = false)),
  outcome: (_account, _mode, code) => now(() => (acme.outcome = code ?? null)),
  pay: (url, behavior) =>
    now(() => acme.pay(url.split('/').at(-1) ?? '', behavior?.replace(/^decline:/, '') ?? null)),
  advance: () => Promise.resolve(),
  net: (account) => Promise.resolve(acme.net(account.credentials.token ?? '')),
});
