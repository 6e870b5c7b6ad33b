import { distinctOperation, numericValue } from './event-value';

describe('numericValue', () => {
  it.each([
    ['12.50', '12.50'],
    ['-3', '-3'],
    [12.5, '12.5'],
    [0, '0'],
    [-0, '0'],
    [1e-7, '0.0000001'],
    [9007199254740991, '9007199254740991'],
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
    ['1'.repeat(31)],
    [9007199254740993],
    [1e21],
    [1e-30],
    [true],
    [null],
    [undefined],
    [{}],
    [['1']],
  ])('refuses %p', (value) => {
    expect(numericValue(value)).toBeNull();
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
    expect(distinctOperation({ user: { a: 1, b: [2] } }, 'user')).toEqual(
      distinctOperation({ user: { b: [2], a: 1 } }, 'user'),
    );
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
