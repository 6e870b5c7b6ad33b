import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { delivery } from '../../../../test/support/claimed-delivery';
import { Extensions } from '../../../platform/extensions';
import { SecretBox } from '../../../platform/secrets/secret-box';
import { secretContext, type WebhookSigner } from '../../webhook-endpoints';
import { StandardWebhooksSigner, SvcSigner } from '../../webhook-endpoints/signers';
import type { ClaimedDelivery } from '../queue/claimed-delivery';
import { DeliverySigning } from './delivery-signing';

const NOW = new Date();
const LATER = new Date(NOW.getTime() + 60_000);
const box = new SecretBox([randomBytes(32).toString('base64')]);
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

function aDelivery(
  payload: string,
  secret: string,
  ...earlier: { secret: string; until: Date }[]
): ClaimedDelivery {
  const one = delivery('endpoint', '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a');
  const sealed = (it: string) => box.seal(it, secretContext(one.organizationId, one.endpointId));
  const target = {
    ...one.target,
    sealedSecret: sealed(secret),
    earlierSecrets: earlier.map((it) => ({ sealed: sealed(it.secret), expiresAt: it.until })),
  };
  return { ...one, payload, target };
}

function signingWith(...signers: WebhookSigner[]): DeliverySigning {
  const extensions = {
    of: () => signers,
    call: Extensions.prototype.call.bind({}),
  } as unknown as Extensions;
  const signing = new DeliverySigning(box, extensions);
  signing.onModuleInit();
  return signing;
}

describe('DeliverySigning', () => {
  const signing = signingWith(new SvcSigner(), new StandardWebhooksSigner());

  it('signs any body so that a hex HMAC and the Standard Webhooks library verify it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (json) => {
        const secret = newSecret();
        const { body, headers } = await signing.sign(aDelivery(json, secret), NOW, Infinity);
        expect(body).toEqual(Buffer.from(json));
        expect(headers['X-Svc-Signature']).toBe(
          createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex'),
        );
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(json));
      }),
      { numRuns: 50 },
    );
  });

  it('signs X-Svc with the old secret and Standard Webhooks with both during an overlap', async () => {
    const [current, previous] = [newSecret(), newSecret()];
    const rotated = aDelivery('{"a":"\u2028 😀"}', current, { secret: previous, until: LATER });
    const { body, headers } = await signing.sign(rotated, NOW, Infinity);
    expect(headers['X-Svc-Signature']).toBe(createHmac('sha256', previous).update(body).digest('hex'));
    for (const secret of [current, previous])
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow();
    const after = await signing.sign(rotated, LATER, Infinity);
    expect(after.headers['X-Svc-Signature']).toBe(createHmac('sha256', current).update(body).digest('hex'));
    expect(() => new Webhook(previous).verify(after.body, after.headers)).toThrow();
  });

  it('signs X-Svc with the oldest valid secret and Standard Webhooks with all of them', async () => {
    const [current, second, first] = [newSecret(), newSecret(), newSecret()];
    const much = new Date(LATER.getTime() + 60_000);
    const rotated = aDelivery(
      '{}',
      current,
      { secret: second, until: LATER },
      { secret: first, until: much },
    );
    const { body, headers } = await signing.sign(rotated, NOW, Infinity);
    expect(headers['X-Svc-Signature']).toBe(createHmac('sha256', first).update(body).digest('hex'));
    for (const secret of [current, second, first])
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    const after = await signing.sign(rotated, LATER, Infinity);
    expect(after.headers['X-Svc-Signature']).toBe(createHmac('sha256', first).update(body).digest('hex'));
    expect(() => new Webhook(second).verify(after.body, after.headers)).toThrow();
  });

  it('states the delivery, the attempt and the algorithm in the headers', async () => {
    const { headers } = await signing.sign(aDelivery('{}', newSecret()), NOW, Infinity);
    expect(headers).toMatchObject({
      'Content-Type': 'application/json',
      'X-Svc-Signature-Algorithm': 'hmac',
      'X-Svc-Webhook-Id': '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
      'X-Svc-Event': 'customer.created',
      'X-Svc-Attempt': '1',
      'webhook-id': '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
    });
  });

  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('no key');
      },
      'no key',
    ],
    ['rejects', () => Promise.reject(new Error('no key')), 'no key'],
    ['returns nothing', () => undefined, 'it did not return headers'],
    ['resolves to nothing', () => Promise.resolve(null), 'it did not return headers'],
    ['returns a number as a value', () => ({ 'x-a': 1 }), 'the value of the header x-a is invalid'],
    [
      'returns a line break in a value',
      () => ({ 'x-a': 'a\r\nb: c' }),
      'the value of the header x-a is invalid',
    ],
    ['returns an invalid name', () => ({ 'x a': '1' }), 'the name of a header is invalid'],
    ['returns a header of the service', () => ({ 'Webhook-Id': '1' }), 'the header Webhook-Id is reserved'],
  ])('fails under the name of a signer that %s', async (_, sign, reason) => {
    class Hostile implements WebhookSigner {
      readonly algorithm = 'hmac';
      keyOf = (): null => null;
      sign = sign as WebhookSigner['sign'];
    }
    await expect(
      signingWith(new Hostile()).sign(aDelivery('{}', newSecret()), NOW, Infinity),
    ).rejects.toThrow(`The extension Hostile of "webhook signers" failed: ${reason}`);
  });

  it('fails without a signer for the algorithm of the endpoint', async () => {
    await expect(signingWith().sign(aDelivery('{}', newSecret()), NOW, Infinity)).rejects.toThrow(
      'no signer is installed for the signature_algo "hmac"',
    );
  });

  it('derives a key once per secret', async () => {
    let derived = 0;
    const signer: WebhookSigner = {
      algorithm: 'hmac',
      keyOf: () => ++derived,
      sign: (_, keys) => ({ 'x-key': String(keys.current) }),
    };
    const one = signingWith(signer);
    const [first, other] = [aDelivery('{}', newSecret()), aDelivery('{}', newSecret())];
    const keys = [];
    for (const it of [first, first, other, first])
      keys.push((await one.sign(it, NOW, Infinity)).headers['x-key']);
    expect(keys).toEqual(['1', '1', '2', '1']);
  });

  it('asynchronous signers share the time that is left of the attempt', async () => {
    const never = { algorithm: 'hmac', keyOf: () => '', sign: () => new Promise<never>(() => undefined) };
    const slow = signingWith(never, never).sign(aDelivery('{}', newSecret()), NOW, performance.now() + 50);
    await expect(slow).rejects.toThrow(/it took longer than 0\.0\d* s/);
  });
});
