import { Module } from '@nestjs/common';
import {
  PAYMENT_PROVIDERS,
  paymentUpdate,
  type PaymentProvider,
  type PaymentUpdate,
  type RawNotification,
  type SenderHints,
} from '../../src/modules/payments/provider-kit';
import { extend } from '../../src/platform/extensions';
import { aPayment, anInvoice } from '../support/builders';
import {
  connect,
  deliver,
  invoiceOf,
  notificationsOf,
  pathOfUrl,
  paymentOf,
  stripeSuccess,
} from '../support/payments';
import { startTestApp } from '../support/test-app';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { problemOf, type PaymentBody } from '../support/wire';

const SOUND = {
  verify: (): boolean => true,
  hints: (): SenderHints => ({ accountIds: [], paymentIds: [] }),
  split: (_: unknown, text: string): RawNotification[] => [{ eventId: null, text, replayKey: text }],
  read: (event: unknown): PaymentUpdate =>
    paymentUpdate({ eventType: 'paid', occurredAt: null, outcome: 'succeeded', ...(event as object) }),
};

/** An adapter that breaks its contract in a way that the tests choose. */
class HostileProvider implements PaymentProvider {
  readonly name = 'hostile';
  readonly signatureHeader = 'Hostile-Signature';
  readonly previousSecretSeconds = 0;
  verify = SOUND.verify;
  hints = SOUND.hints;
  split = SOUND.split;
  read = SOUND.read;

  secretProblem(): null {
    return null;
  }
}

@Module({ providers: [HostileProvider, extend(PAYMENT_PROVIDERS, HostileProvider)] })
class HostileModule {}

class UnnamedProvider extends HostileProvider {
  override readonly name = 'no/segment' as 'hostile';
}

const NAME = 'The extension HostileProvider of "payment providers" failed';

describe('a payment provider that breaks its contract', () => {
  const app = useTestApp({ ROLE: 'api' }, HostileModule);
  const organization = useOrganization(app);
  let provider: HostileProvider;
  let path: string;
  let payment: PaymentBody;

  beforeEach(async () => {
    provider = app.app.get(HostileProvider, { strict: false });
    Object.assign(provider, SOUND);
    path = pathOfUrl(await connect(organization, 'hostile', 'secret of the provider'));
    payment = await aPayment(organization, await anInvoice(organization), { provider: 'hostile' });
  });

  it('a sound adapter pays its payment', async () => {
    await send().expect(200);
    expect((await paymentOf(organization, payment.id)).status).toBe('succeeded');
  });

  it.each<[string, Partial<typeof SOUND>]>([
    ['throws in verify', { verify: fails }],
    ['throws in split', { split: fails }],
    ['splits into text that is not JSON', { split: () => [{ eventId: null, text: '{', replayKey: '{' }] }],
    ['splits into nothing', { split: () => undefined as never }],
  ])('an adapter that %s accepts nothing', async (_, hostile) => {
    Object.assign(provider, hostile);
    await problemOf(send(), 500, 'internal_error');
    expect(await notificationsOf(organization, 'hostile')).toEqual([]);
  });

  it('an adapter that verifies with anything but true is refused with 401', async () => {
    for (const result of [Promise.resolve(true), 'yes', 1]) {
      provider.verify = () => result as never;
      await problemOf(send(), 401, 'unauthorized');
    }
  });

  it.each<[string, (update: PaymentUpdate) => PaymentUpdate | Promise<never>]>([
    ['throws', fails],
    ['never returns', () => new Promise<never>(() => undefined)],
    ['returns a negative amount', (it) => ({ ...it, amountCents: -5000n })],
    ['returns an amount that is not a bigint', (it) => ({ ...it, amountCents: 50.5 as never })],
    ['returns an unknown currency', (it) => ({ ...it, currency: 'euro' })],
    ['returns an unknown outcome', (it) => ({ ...it, outcome: 'paid' as never })],
    ['returns an id that is no UUID', (it) => ({ ...it, paymentId: '1 OR true' })],
    ['returns text that cannot be stored', (it) => ({ ...it, providerPaymentId: 'a\0b' })],
    ['returns an invalid time', (it) => ({ ...it, occurredAt: new Date(Number.NaN) })],
  ])(
    'a notification whose parsing %s is stored as failed under the name of the adapter',
    async (_, wrong) => {
      provider.read = (event) => wrong(SOUND.read(event)) as PaymentUpdate;
      await send().expect(200);
      const [notification] = await notificationsOf(organization, 'hostile');
      expect(notification).toMatchObject({ status: 'failed', needs_review: true });
      expect(notification?.reason).toContain(NAME);
      expect((await paymentOf(organization, payment.id)).status).toBe('pending');
    },
  );

  it('the other providers go on', async () => {
    Object.assign(provider, { verify: fails, split: fails, read: fails });
    const stripe = pathOfUrl(await connect(organization, 'stripe', 'secret of the provider'));
    const invoice = await anInvoice(organization);
    const theirs = await aPayment(organization, invoice);
    await deliver(app, stripe, stripeSuccess('secret of the provider', theirs)).expect(200);
    expect((await invoiceOf(organization, invoice.id)).status).toBe('paid');
  });

  it('a name that is no path segment fails at start-up', async () => {
    const starting = startTestApp({ ROLE: 'api' }, app.database, [UnnamedModule]);
    await expect(starting).rejects.toThrow('"no/segment" is not a valid name of a payment provider');
  });

  function send() {
    return deliver(app, path, { body: JSON.stringify({ paymentId: payment.id }), headers: {} });
  }
});

@Module({ providers: [UnnamedProvider, extend(PAYMENT_PROVIDERS, UnnamedProvider)] })
class UnnamedModule {}

function fails(): never {
  throw new TypeError('not as expected');
}
