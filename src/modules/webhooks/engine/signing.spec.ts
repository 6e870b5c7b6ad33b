import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { deliveryHeaders, signingKeyOf } from './signing';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const delivery = (body: Buffer) => ({
  deliveryId: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  kind: 'customer.created',
  attemptNumber: 2,
  body,
  at: new Date(),
});

describe('deliveryHeaders', () => {
  it('verifies both ways for any body: hex HMAC of the raw bytes, and the Standard Webhooks library', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const secret = newSecret();
        const body = Buffer.from(json);
        const headers = deliveryHeaders(delivery(body), { current: signingKeyOf(secret), previous: null });
        expect(headers['X-Svc-Signature']).toBe(
          createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex'),
        );
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(json));
      }),
      { numRuns: 50 },
    );
  });

  it('during an overlap signs X-Svc with the old secret and Standard Webhooks with both', () => {
    const [current, previous] = [newSecret(), newSecret()];
    const body = Buffer.from('{"a":"\u2028 😀"}');
    const headers = deliveryHeaders(delivery(body), {
      current: signingKeyOf(current),
      previous: signingKeyOf(previous),
    });
    expect(headers['X-Svc-Signature']).toBe(createHmac('sha256', previous).update(body).digest('hex'));
    for (const secret of [current, previous])
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow();
  });
});
