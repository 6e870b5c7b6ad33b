import { Global, Module, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { CONFIG } from '../../../platform/config/config';
import { ValidationFailedError } from '../../../platform/errors/app-error';
import { extend } from '../../../platform/extensions';
import { ExtensionsModule } from '../../../platform/extensions/extensions.module';
import { notificationOf } from './json-values';
import {
  MalformedItemError,
  PAYMENT_PROVIDERS,
  type PaymentProvider,
  type ProviderItem,
  type ProviderNotification,
  type SenderHints,
} from './payment-provider';
import { PaymentProviders } from './payment-providers';

const PAID = notificationOf({ eventType: 'paid', occurredAt: null, outcome: 'succeeded' });

/** An adapter whose methods the tests replace. */
class HostileProvider implements PaymentProvider {
  readonly name: string = 'hostile';
  readonly signatureHeader = 'Hostile-Signature';
  readonly previousSecretSeconds = 0;
  secretProblem = (): null => null;
  verify = (): boolean => true;
  hints = (): SenderHints => ({ accountIds: [], paymentIds: [] });
  split = (_: unknown, text: string): ProviderItem[] => [{ eventId: null, text, replayKey: text }];
  read = (): ProviderNotification => PAID;
}

class SecondProvider extends HostileProvider {}
class NoPathSegment extends HostileProvider {
  override readonly name = 'no/segment';
}

async function providersOf(...classes: Type<PaymentProvider>[]): Promise<PaymentProviders> {
  @Global()
  @Module({ providers: [{ provide: CONFIG, useValue: { extensionTimeoutMs: 50 } }], exports: [CONFIG] })
  class ConfigModule {}
  const providers = [PaymentProviders, ...classes.flatMap((it) => [it, extend(PAYMENT_PROVIDERS, it)])];
  const app = await Test.createTestingModule({
    imports: [ConfigModule, ExtensionsModule],
    providers,
  }).compile();
  await app.init();
  return app.get(PaymentProviders);
}

const fails = (): never => {
  throw new TypeError('no such field');
};

describe('PaymentProviders', () => {
  it('refuses at start-up a name that two providers have, and one that is no path segment', async () => {
    await expect(providersOf(HostileProvider, SecondProvider)).rejects.toThrow(
      'Two payment providers have the name "hostile"; rename one',
    );
    await expect(providersOf(NoPathSegment)).rejects.toThrow(
      '"no/segment" is not a valid name for a payment provider',
    );
  });

  describe('calling an adapter that breaks its contract', () => {
    let providers: PaymentProviders;
    let provider: HostileProvider;
    const NAME = 'The extension HostileProvider of "payment providers" failed';

    beforeAll(async () => {
      providers = await providersOf(HostileProvider);
    });
    beforeEach(() => {
      provider = new HostileProvider();
    });

    const verify = () =>
      providers.verify(provider, { headers: {}, rawBody: Buffer.from('{}') }, ['secret'], new Date());

    it('verifies with true only', () => {
      expect(verify()).toBe(true);
      for (const verdict of [Promise.resolve(true), 'yes', 1, {}]) {
        provider.verify = () => verdict as boolean;
        expect(verify()).toBe(false);
      }
      provider.verify = fails;
      expect(verify).toThrow(`${NAME}: no such field`);
    });

    it('names the adapter when it throws', () => {
      Object.assign(provider, { hints: fails, secretProblem: fails, split: fails, read: fails });
      expect(() => providers.hints(provider, {})).toThrow(NAME);
      expect(() => providers.secretProblem(provider, 'secret')).toThrow(NAME);
      expect(() => providers.split(provider, {}, '{}', {})).toThrow(NAME);
      expect(() => providers.read(provider, {})).toThrow(NAME);
    });

    it('passes on the refusals that the contract allows', () => {
      const unknown = ValidationFailedError.of('events', 'required', 'events is required.');
      provider.split = () => {
        throw unknown;
      };
      provider.read = () => {
        throw new MalformedItemError('id is missing');
      };
      expect(() => providers.split(provider, {}, '{}', {})).toThrow(unknown);
      expect(() => providers.read(provider, {})).toThrow(MalformedItemError);
    });

    it.each<[string, Partial<ProviderNotification>, string]>([
      ['a negative amount', { amountCents: -1n }, 'amountCents must be a bigint from 0 to 2^53-1 or null'],
      ['a fraction', { amountCents: 0.5 as never }, 'amountCents must be a bigint from 0 to 2^53-1 or null'],
      ['an unknown currency', { currency: 'euro' }, 'currency must be an ISO 4217 code or null'],
      ['an unknown outcome', { outcome: 'paid' as never }, 'outcome must be one of: processing'],
      ['an ID that is no UUID', { paymentId: '1 OR true' }, 'paymentId must be a UUID or null'],
      ['text that cannot be stored', { providerPaymentId: 'a\0b' }, 'providerPaymentId must be text or null'],
      ['an invalid time', { occurredAt: new Date(NaN) }, 'occurredAt must be a valid Date or null'],
    ])('refuses a notification with %s', (_, wrong, reason) => {
      provider.read = () => ({ ...PAID, ...wrong });
      expect(() => providers.read(provider, {})).toThrow(`${NAME}: ${reason}`);
    });

    it.each<[string, unknown]>([
      ['text that is not JSON', [{ eventId: null, text: '{', replayKey: '{' }]],
      ['nothing', undefined],
      ['a promise', Promise.resolve([])],
    ])('refuses a split into %s', (_, items) => {
      provider.split = () => items as ProviderItem[];
      expect(() => providers.split(provider, {}, '{}', {})).toThrow(NAME);
    });

    it('refuses a promise of a notification', () => {
      provider.read = () => Promise.resolve(PAID) as never;
      expect(() => providers.read(provider, {})).toThrow(`${NAME}: outcome must be one of`);
    });
  });
});
