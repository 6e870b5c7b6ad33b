import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { SecretBox, UnreadableSecretError } from './secret-box';

const key = () => randomBytes(32).toString('base64');

describe('SecretBox', () => {
  it('open returns the sealed text; seal returns a different result each time', () => {
    const box = new SecretBox(key());
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = box.seal(text, 'row');
        expect(box.open(sealed, 'row')).toBe(text);
        expect(box.seal(text, 'row')).not.toBe(sealed);
      }),
    );
  });

  it('open refuses another key, another row and any changed byte', () => {
    const box = new SecretBox(key());
    const sealed = box.seal('whsec_secret', 'row-1');
    expect(() => new SecretBox(key()).open(sealed, 'row-1')).toThrow(UnreadableSecretError);
    expect(() => box.open(sealed, 'row-2')).toThrow(UnreadableSecretError);
    const bytes = Buffer.from(sealed.slice(3), 'base64');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed.readUInt8(i) + 1) % 256, i);
      expect(() => box.open(`v1.${changed.toString('base64')}`, 'row-1')).toThrow(UnreadableSecretError);
    }
  });

  it('the constructor refuses a key that is not 32 bytes long', () => {
    expect(() => new SecretBox('c2hvcnQ=')).toThrow('32 bytes');
  });
});
