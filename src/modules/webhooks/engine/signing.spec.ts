import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { signedRequest, signingKeyOf } from './signing';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const delivery = (payload: string) => ({
  deliveryId: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  kind: 'customer.created',
  attemptNumber: 2,
  payload,
  at: new Date(),
});

describe('signedRequest', () => {
  it('signs any body with a hex HMAC of the raw bytes and with a signature that Standard Webhooks accepts', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const secret = newSecret();
        const keys = { current: signingKeyOf(secret), earlier: [] };
        const { body, headers } = signedRequest(delivery(json), keys);
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
    const { body, headers } = signedRequest(delivery('{"a":"\u2028 😀"}'), {
      current: signingKeyOf(current),
      earlier: [signingKeyOf(previous), signingKeyOf(oldest)],
    });
    expect(headers['X-Svc-Signature']).toBe(createHmac('sha256', oldest).update(body).digest('hex'));
    for (const secret of [current, previous, oldest])
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow();
  });
});
