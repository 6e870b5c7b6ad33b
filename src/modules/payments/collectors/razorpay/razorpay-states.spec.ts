import { endedOrder, orderState } from './razorpay-states';

const MADE_AT = Date.parse('2026-11-25T12:00:00Z');
const order = { id: 'order_1', created_at: MADE_AT / 1000, notes: {} };
const after = (minutes: number): Date => new Date(MADE_AT + minutes * 60_000);

const isDead = (minutes: number, confirmed: number | null): boolean => {
  const now = after(minutes);
  const confirmedAt = confirmed === null ? null : after(confirmed);
  return endedOrder(orderState(order, [], now), order, confirmedAt, now).isDead;
};

describe('an order of Razorpay without a payment', () => {
  it('is dead two minutes after it was made', () => {
    expect([isDead(1, null), isDead(3, null)]).toEqual([false, true]);
  });

  it('is not dead while a payment that was asked for later may be on its way', () => {
    expect([isDead(3, 0.1), isDead(11, 10), isDead(13, 10)]).toEqual([true, false, true]);
  });

  it('is not dead as soon as it has a payment that may succeed', () => {
    const state = orderState(order, [{ id: 'pay_1', status: 'created' }], after(60));
    expect(endedOrder(state, order, null, after(60))).toMatchObject({ status: 'processing', isDead: false });
  });
});
