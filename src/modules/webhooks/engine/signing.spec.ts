import { createHmac, randomBytes } from 'node:crypto';
import { Global, Module, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { CONFIG } from '../../../platform/config/config';
import { extend } from '../../../platform/extensions';
import { ExtensionsModule } from '../../../platform/extensions/extensions.module';
import { StandardWebhooksSigner } from '../signers/standard-webhooks.signer';
import { SvcSigner } from '../signers/svc.signer';
import { WEBHOOK_SIGNERS, type SignatureHeaders, type WebhookSigner } from '../signers/webhook-signer';
import { RequestSigning, type SignedDelivery, type SignedRequest } from './signing';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const delivery = (payload: string): SignedDelivery => ({
  organizationId: 'acme',
  endpointId: 'endpoint',
  deliveryId: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  kind: 'customer.created',
  attemptNumber: 2,
  payload,
  sample: false,
  at: new Date(),
});

async function signingWith(...signers: Type<WebhookSigner>[]): Promise<RequestSigning> {
  @Global()
  @Module({ providers: [{ provide: CONFIG, useValue: { extensionTimeoutMs: 50 } }], exports: [CONFIG] })
  class ConfigModule {}
  const providers = [RequestSigning, ...signers.flatMap((it) => [it, extend(WEBHOOK_SIGNERS, it)])];
  const app = await Test.createTestingModule({
    imports: [ConfigModule, ExtensionsModule],
    providers,
  }).compile();
  await app.init();
  return app.get(RequestSigning);
}

describe('RequestSigning', () => {
  let signing: RequestSigning;

  beforeAll(async () => {
    signing = await signingWith(SvcSigner, StandardWebhooksSigner);
  });

  /** Signs with the newest secret first. The two signers of the service are synchronous. */
  const sign = (payload: string, ...secrets: string[]): SignedRequest => {
    const [current = [], ...earlier] = secrets.map((it) => signing.keysFrom(it));
    const signed = signing.sign(delivery(payload), { current, earlier });
    if (signed instanceof Promise) throw new Error('not synchronous');
    return signed;
  };

  it('signs any body with a hex HMAC of the raw bytes and with a signature that Standard Webhooks accepts', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const secret = newSecret();
        const { body, headers } = sign(json, secret);
        expect(body).toEqual(Buffer.from(json));
        expect(headers['X-Svc-Signature']).toBe(
          createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex'),
        );
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(json));
      }),
      { numRuns: 50 },
    );
  });

  it('during overlaps, signs X-Svc-Signature with the oldest secret and webhook-signature with all', () => {
    const [current, previous, oldest] = [newSecret(), newSecret(), newSecret()];
    const { body, headers } = sign('{"a":"\u2028 😀"}', current, previous, oldest);
    expect(headers['X-Svc-Signature']).toBe(createHmac('sha256', oldest).update(body).digest('hex'));
    for (const secret of [current, previous, oldest])
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow();
  });

  it('sends its headers in a fixed order', () => {
    expect(Object.entries(sign('{}', newSecret()).headers)).toEqual([
      ['Content-Type', 'application/json'],
      ['User-Agent', 'billing-service-webhooks/1'],
      ['X-Svc-Signature', expect.stringMatching(/^[0-9a-f]{64}$/)],
      ['X-Svc-Signature-Algorithm', 'hmac'],
      ['X-Svc-Webhook-Id', '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a'],
      ['X-Svc-Event', 'customer.created'],
      ['X-Svc-Attempt', '2'],
      ['webhook-id', '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a'],
      ['webhook-timestamp', expect.stringMatching(/^\d{10}$/)],
      ['webhook-signature', expect.stringMatching(/^v1,[\w+/]{43}=$/)],
    ]);
  });

  describe('with a signer of another module', () => {
    let result: () => unknown;
    class OtherSigner implements WebhookSigner<string> {
      keyOf = (secret: string): string => secret;
      sign = (): SignatureHeaders => result() as SignatureHeaders;
    }
    const headersWith = async (wanted: () => unknown): Promise<Record<string, string>> => {
      const extended = await signingWith(SvcSigner, OtherSigner);
      const keys = { current: extended.keysFrom(newSecret()), earlier: [] };
      result = wanted;
      return (await extended.sign(delivery('{}'), keys)).headers;
    };

    it.each<[string, () => unknown]>([
      ['at once', () => ({ 'Acme-Signature': 'v1' })],
      ['later', () => Promise.resolve({ 'Acme-Signature': 'v1' })],
    ])('adds headers that it returns %s', async (_, wanted) => {
      const headers = await headersWith(wanted);
      expect(headers).toMatchObject({
        'Acme-Signature': 'v1',
        'X-Svc-Signature': expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      });
    });

    it.each<[string, () => unknown, string]>([
      ['rejects', () => Promise.reject(new Error('no key')), 'no key'],
      [
        'never returns',
        () => new Promise(() => undefined),
        'it took longer than 50 ms (EXTENSION_TIMEOUT_MS)',
      ],
      ['returns nothing', () => undefined, 'it did not return headers'],
      ['resolves to nothing', () => Promise.resolve(null), 'it did not return headers'],
      ['returns a number', () => ({ 'x-a': 1 }), 'the value of the header x-a must be printable ASCII text'],
      [
        'returns a line break',
        () => ({ 'x-a': 'a\r\nb: c' }),
        'the value of the header x-a must be printable',
      ],
      ['returns an invalid name', () => ({ 'x a': '1' }), 'the name of a header is invalid'],
      ['returns a header of the service', () => ({ 'Webhook-Id': '1' }), 'the header Webhook-Id is reserved'],
    ])('fails under the name of a signer that %s', async (_, wanted, reason) => {
      await expect(headersWith(wanted)).rejects.toThrow(
        `The extension OtherSigner of "webhook signers" failed: ${reason}`,
      );
    });

    it('does not leave the failure of an asynchronous signer unhandled when another one throws', async () => {
      class LateSigner extends OtherSigner {
        override sign = (): never => Promise.reject(new Error('late')) as never;
      }
      class ThrowingSigner extends OtherSigner {
        override sign = (): never => {
          throw new Error('at once');
        };
      }
      const extended = await signingWith(LateSigner, ThrowingSigner);
      const keys = { current: extended.keysFrom(newSecret()), earlier: [] };
      expect(() => extended.sign(delivery('{}'), keys)).toThrow('at once');
      await new Promise((resolve) => setImmediate(resolve)); // an unhandled rejection would fail the test here
    });
  });
});
