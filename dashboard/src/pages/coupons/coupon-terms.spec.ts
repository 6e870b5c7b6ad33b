import { couponChange } from './coupon-terms';

describe('couponChange', () => {
  it('a coupon that becomes a percentage has no amount', () => {
    expect(couponChange({ coupon_type: 'percentage', percentage_rate: '10' })).toEqual({
      coupon_type: 'percentage',
      percentage_rate: '10',
      amount_cents: null,
      currency: null,
    });
  });

  it('a coupon that becomes a fixed amount has no percentage', () => {
    expect(couponChange({ coupon_type: 'fixed_amount', amount_cents: 5, currency: 'EUR' })).toEqual({
      coupon_type: 'fixed_amount',
      amount_cents: 5,
      currency: 'EUR',
      percentage_rate: null,
    });
  });

  it('only a recurring coupon has a number of bills', () => {
    expect(couponChange({ frequency: 'forever' })).toEqual({
      frequency: 'forever',
      frequency_duration: null,
    });
    const recurring = { frequency: 'recurring', frequency_duration: 3 };
    expect(couponChange(recurring)).toEqual(recurring);
  });

  it('other changes are sent as they are', () => {
    expect(couponChange({ name: 'Welcome' })).toEqual({ name: 'Welcome' });
  });
});
