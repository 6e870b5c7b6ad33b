import fc from 'fast-check';
import { hashOf, newToken, organizationOf } from './link-token';

describe('tokens of links', () => {
  it('say their organization, and differ', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const [one, other] = [newToken(id), newToken(id)];
        expect(organizationOf(one)).toBe(id);
        expect(hashOf(one)).not.toBe(hashOf(other));
        expect(organizationOf(`eu1.${one}`)).toBe(id);
        expect(hashOf(`eu1.${one}`)).toBe(hashOf(one));
      }),
    );
  });

  it.each([
    '',
    'x',
    'x'.repeat(63),
    `${'x'.repeat(63)}!`,
    'x'.repeat(65),
    '../../etc/passwd',
    `EU.${'x'.repeat(64)}`,
  ])('are not %j', (text) => {
    expect(organizationOf(text)).toBeNull();
  });
});
