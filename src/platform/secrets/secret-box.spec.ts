import { createCipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { SecretBox, UnreadableSecretError, type SecretContext } from './secret-box';

const key = () => randomBytes(32).toString('base64');
const row: SecretContext = { purpose: 'tests', organizationId: 'organization-1', row: 'row-1' };

/** What releases before ENCRYPTION_KEYS wrote. */
function sealedAsV1(text: string, base64: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(base64, 'base64'), nonce);
  cipher.setAAD(Buffer.from('tests/organization-1/row-1'));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`;
}

describe('SecretBox', () => {
  it('open returns the sealed text, and sealing a text twice gives different results', () => {
    const box = new SecretBox([key()]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = box.seal(text, row);
        expect(box.open(sealed, row)).toBe(text);
        expect(box.seal(text, row)).not.toBe(sealed);
      }),
    );
  });

  it('open refuses another key, row, organization or purpose, and any changed character', () => {
    const box = new SecretBox([key()]);
    const sealed = box.seal('whsec_secret', row);
    expect(() => new SecretBox([key()]).open(sealed, row)).toThrow(UnreadableSecretError);
    for (const other of [{ row: 'row-2' }, { organizationId: 'organization-2' }, { purpose: 'others' }]) {
      expect(() => box.open(sealed, { ...row, ...other })).toThrow(UnreadableSecretError);
    }
    const start = box.currentPrefix.length;
    const bytes = Buffer.from(sealed.slice(start), 'base64');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed.readUInt8(i) + 1) % 256, i);
      const text = sealed.slice(0, start) + changed.toString('base64');
      expect(() => box.open(text, row)).toThrow(UnreadableSecretError);
    }
    for (const text of ['', 'v1.', 'v2.', `v3.${sealed.slice(3)}`, sealed.slice(0, start + 8)]) {
      expect(() => box.open(text, row)).toThrow(UnreadableSecretError);
    }
  });

  it('the first key seals, and every listed key opens what it sealed', () => {
    const [old, current] = [key(), key()];
    const before = new SecretBox([old]);
    const after = new SecretBox([current, old]);
    const sealed = before.seal('whsec_secret', row);
    expect(after.open(sealed, row)).toBe('whsec_secret');
    const fresh = after.seal('whsec_secret', row);
    expect(fresh.startsWith(after.currentPrefix)).toBe(true);
    expect(sealed.startsWith(after.currentPrefix)).toBe(false);
    expect(new SecretBox([current]).open(fresh, row)).toBe('whsec_secret');
    expect(() => before.open(fresh, row)).toThrow(UnreadableSecretError);
  });

  it('a text of version 1 is opened with any listed key', () => {
    const [old, current] = [key(), key()];
    const sealed = sealedAsV1('whsec_secret', old);
    expect(new SecretBox([old]).open(sealed, row)).toBe('whsec_secret');
    expect(new SecretBox([current, old]).open(sealed, row)).toBe('whsec_secret');
    expect(() => new SecretBox([current]).open(sealed, row)).toThrow(UnreadableSecretError);
  });

  it('a key that is not 32 bytes long is refused', () => {
    expect(() => new SecretBox(['c2hvcnQ='])).toThrow('32 bytes');
    expect(() => new SecretBox([key(), 'c2hvcnQ='])).toThrow('number 2 must be 32 bytes');
    expect(() => new SecretBox([])).toThrow('no encryption key');
  });

  it.each([
    ['zeros', Buffer.alloc(32)],
    ['one repeated byte', Buffer.alloc(32, 7)],
    ['two repeated bytes', Buffer.alloc(32, 'ab')],
    ['a repeated pattern', Buffer.alloc(32, '0123456789abcdef')],
    ['consecutive bytes', Buffer.from(Array.from({ length: 32 }, (_, i) => i))],
    ['descending bytes', Buffer.from(Array.from({ length: 32 }, (_, i) => 255 - 3 * i))],
    ['the alphabet', Buffer.from('abcdefghijklmnopqrstuvwxyz012345')],
  ])('a key of %s does not seal, but opens what it sealed', (_, weak) => {
    const text = weak.toString('base64');
    expect(() => new SecretBox([text])).toThrow('weak');
    expect(new SecretBox([key(), text]).open(sealedAsV1('secret', text), row)).toBe('secret');
  });

  it('a random key is never taken for a weak one', () => {
    for (let i = 0; i < 2000; i++) expect(() => new SecretBox([key()])).not.toThrow();
  });
});
