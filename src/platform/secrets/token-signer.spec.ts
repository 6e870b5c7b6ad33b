import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { TokenSigner } from './token-signer';

const key = (): string => randomBytes(32).toString('base64');

describe('TokenSigner', () => {
  const first = key();
  const signer = new TokenSigner([first]);
  const payloads = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((it) => Buffer.from(it));

  it('returns what it signed, and the same token each time', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        const token = signer.sign(payload, 'pay');
        expect(signer.sign(payload, 'pay')).toBe(token);
        expect(signer.verify(token, 'pay')).toEqual(payload);
      }),
    );
  });

  it('refuses a token that was changed in any place, or is for another purpose', () => {
    const token = signer.sign(Buffer.from('invoice'), 'pay');
    expect(signer.verify(token, 'other')).toBeNull();
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A';
      expect(signer.verify(token.slice(0, at) + other + token.slice(at + 1), 'pay')).toBeNull();
    }
  });

  it('verifies what an earlier key signed, as long as the key is listed', () => {
    const token = signer.sign(Buffer.from('invoice'), 'pay');
    expect(new TokenSigner([key(), first]).verify(token, 'pay')).toEqual(Buffer.from('invoice'));
    expect(new TokenSigner([key()]).verify(token, 'pay')).toBeNull();
  });

  it.each(['', 'x', 'x'.repeat(10_000), '../../etc/passwd', 'a b', '%00'])('refuses %j', (text) => {
    expect(signer.verify(text, 'pay')).toBeNull();
  });
});
