import { errorsIn } from './manual-fields';

const ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

describe('the fields of a `manual` notification', () => {
  const valid = { event_id: 'e', payment_id: ID, status: 'failed' };
  const text = ['x'.repeat(256), 'x'.repeat(500_000), 'a\0b', '\ud800', '', 7];
  const INVALID: Record<string, unknown[]> = {
    status: ['', 'Failed', 'failed\0', 'toString', 7, ['failed']],
    event_id: text,
    event_type: text,
    provider_payment_id: [...text, true, 1.5, [], {}],
    refund_id: text,
    payment_id: ['', 7, `${ID}\0`, {}],
    amount: [-1, 1.5, '1', true, 2 ** 53],
    currency: ['EURO', '', 978, {}],
    occurred_at: ['x', '', 0, [], true, '2026-02-30T00:00:00Z', '2026-01-01'],
    failure_reason: [0, {}, [], false],
  };
  const errorsOf = (body: object): string[] => errorsIn(body, true).map((it) => it.field);

  it.each(Object.entries(INVALID))('an invalid %s is refused', (field, values) => {
    for (const value of values) expect(errorsOf({ ...valid, [field]: value })).toEqual([field]);
  });

  it('a field that is null counts as absent', () => {
    const absent = Object.fromEntries(Object.keys(INVALID).map((field) => [field, null]));
    expect(errorsOf({ ...absent, ...valid })).toEqual([]);
    expect(errorsOf(absent)).toEqual(['status', 'event_id', 'payment_id']);
    const named = { ...absent, event_id: 'e', status: 'failed', provider_payment_id: 'p' };
    expect(errorsOf(named)).toEqual([]);
  });
});
