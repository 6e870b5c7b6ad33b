import fc from 'fast-check';
import { packed, unpacked } from './pay-token.rules';

describe('bytes of links to pay', () => {
  it('say the organization, and what is paid', () => {
    const subjects = fc.record({
      organizationId: fc.uuid(),
      key: fc.record({ type: fc.constantFrom('invoice', 'payment_request'), id: fc.uuid() }),
    });
    fc.assert(
      fc.property(subjects, (subject) => {
        expect(unpacked(packed(subject))).toEqual(subject);
      }),
    );
  });

  it('are neither shorter nor longer, nor of another kind', () => {
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(32), Buffer.alloc(34), Buffer.alloc(33, 9)]) {
      expect(unpacked(bytes)).toBeNull();
    }
    const deposit = { type: 'deposit', id: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a' };
    expect(() => packed({ organizationId: deposit.id, key: deposit })).toThrow(RangeError);
  });
});
