import { percentOf } from './percent';

describe('percentOf', () => {
  it('rounds once, half up', () => {
    expect(percentOf(4900n, '10')).toBe(490n);
    expect(percentOf(5n, '10')).toBe(1n);
    expect(percentOf(4n, '10')).toBe(0n);
    expect(percentOf(999n, '33.3333')).toBe(333n);
    expect(percentOf(999n, '100')).toBe(999n);
  });
});
