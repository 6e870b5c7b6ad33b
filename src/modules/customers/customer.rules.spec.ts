import { withoutPersonalFields } from './customer.rules';

describe('withoutPersonalFields', () => {
  it('clears the personal fields of the customer itself and keeps the others', () => {
    const copy = { id: 'c', external_id: 'one', name: 'Zoë', email: 'zoe@example.com', currency: 'EUR' };
    expect(withoutPersonalFields(copy, 'c')).toMatchObject({
      id: 'c',
      external_id: 'one',
      name: null,
      email: null,
      metadata: {},
      currency: 'EUR',
    });
  });

  it('clears the buyer of an invoice, and nothing of other objects', () => {
    const invoice = { id: 'i', customer_id: 'c', buyer: { name: 'Zoë' }, total_amount_cents: 1 };
    expect(withoutPersonalFields(invoice, 'c')).toEqual({ ...invoice, buyer: null });
    const wallet = { id: 'w', customer_id: 'c', name: 'Credits' };
    expect(withoutPersonalFields(wallet, 'c')).toBe(wallet);
  });
});
