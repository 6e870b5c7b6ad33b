import { ExactNumber } from '../../../platform/http/exact-json';
import { distinctOperation, isInRange, numericValue } from './event-value';

describe('numericValue', () => {
  it.each([
    ['12.50', '12.50'],
    ['-3', '-3'],
    [12.5, '12.5'],
    [0, '0'],
    [-0, '0'],
    [1e-7, '0.0000001'],
    [9007199254740991, '9007199254740991'],
    [1e21, '1000000000000000000000'],
    [new ExactNumber('123456789012345.123456'), '123456789012345.123456'],
    ['1'.repeat(40), '1'.repeat(40)],
  ])('accepts %p', (value, expected) => {
    expect(numericValue(value)).toBe(expected);
  });

  it.each([
    ['1e3'],
    [''],
    [' 1'],
    ['+1'],
    ['0x10'],
    ['NaN'],
    ['1.'],
    ['.5'],
    [true],
    [null],
    [undefined],
    [{}],
    [['1']],
  ])('refuses %p', (value) => {
    expect(numericValue(value)).toBeNull();
  });
});

describe('isInRange', () => {
  it('accepts up to 15 digits before and after the decimal point, not counting leading and trailing zeros', () => {
    const most = `${'9'.repeat(15)}.${'9'.repeat(15)}`;
    const padded = [`-${'0'.repeat(50)}${most}${'0'.repeat(50)}`, `0.${'0'.repeat(14)}1`, '007.50'];
    for (const value of [most, `-${most}`, '0', '-0', '0.0', '0.5', ...padded]) {
      expect([value, isInRange(value)]).toEqual([value, true]);
    }
  });

  it('refuses more digits', () => {
    const whole = `1${'0'.repeat(15)}`;
    for (const value of [
      whole,
      `-${whole}`,
      `${whole}.5`,
      `0.${'0'.repeat(15)}1`,
      `1.${'1'.repeat(16)}`,
      '1e999',
    ]) {
      expect([value, isInRange(value)]).toEqual([value, false]);
    }
  });
});

describe('distinctOperation', () => {
  it('adds the value by default and removes it if operation_type is remove', () => {
    expect(distinctOperation({ user: 'a' }, 'user')).toEqual({ key: '=a', active: true });
    expect(distinctOperation({ user: 'a', operation_type: 'add' }, 'user')?.active).toBe(true);
    expect(distinctOperation({ user: 'a', operation_type: 'remove' }, 'user')?.active).toBe(false);
  });

  it('treats equal values of different types as the same', () => {
    expect(distinctOperation({ user: 1 }, 'user')).toEqual(distinctOperation({ user: '1' }, 'user'));
    expect(distinctOperation({ user: 1e-7 }, 'user')).toEqual(
      distinctOperation({ user: '0.0000001' }, 'user'),
    );
    expect(distinctOperation({ user: 1e23 }, 'user')).toEqual(
      distinctOperation({ user: `1${'0'.repeat(23)}` }, 'user'),
    );
    expect(distinctOperation({ user: { a: 1, b: [2] } }, 'user')).toEqual(
      distinctOperation({ user: { b: [2], a: 1 } }, 'user'),
    );
  });

  it('distinguishes numbers that a double cannot hold, also within objects', () => {
    const keyOf = (value: unknown) => distinctOperation({ user: value }, 'user')?.key;
    const [one, other] = [new ExactNumber('616581622363398142'), new ExactNumber('616581622363398143')];
    expect([keyOf(one), keyOf(other)]).toEqual(['=616581622363398142', '=616581622363398143']);
    expect(keyOf(one)).toBe(keyOf(one.text));
    expect(keyOf({ b: [other], a: 1 })).toBe('={"a":1,"b":[616581622363398143]}');
  });

  it('hashes long values and distinguishes them from a value that looks like a hash', () => {
    const long = distinctOperation({ user: 'x'.repeat(100_000) }, 'user');
    expect(long?.key).toMatch(/^#[0-9a-f]{64}$/);
    expect(distinctOperation({ user: long?.key }, 'user')?.key).toBe(`=${long?.key ?? ''}`);
  });

  it('returns null without a value', () => {
    expect(distinctOperation({}, 'user')).toBeNull();
    expect(distinctOperation({ user: null }, 'user')).toBeNull();
    expect(distinctOperation({}, 'toString')).toBeNull();
  });
});
