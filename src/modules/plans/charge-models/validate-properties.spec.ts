import { areProperties, validateProperties, type BuiltInName } from './index';

const found = (model: BuiltInName, properties: unknown): [string, string][] =>
  validateProperties(model, properties).map(({ field, code }) => [field, code]);

const row = (from_value: unknown, to_value: unknown, more: object = {}) => ({
  from_value,
  to_value,
  per_unit_amount: '1',
  flat_amount: '0',
  ...more,
});

describe('validateProperties', () => {
  it.each<[BuiltInName, unknown]>([
    ['standard', { amount: '0' }],
    ['standard', { amount: '0.00000000000000000001' }],
    ['graduated', { graduated_ranges: [row(0, null)] }],
    ['graduated', { graduated_ranges: [row('0', '10'), row('11', '20'), row('21', null)] }],
    ['graduated', { graduated_ranges: [row(0, 10), row(10, 20), row(20, null)] }],
    ['graduated', { graduated_ranges: [row(0, 10), row(10, 20), row(21, null)] }],
    ['graduated', { graduated_ranges: [row(0, 4), row(5, 5), row(6, null)] }],
    ['volume', { volume_ranges: [row(0, 1), row(2, null, { flat_amount: null })] }],
    ['package', { amount: '1', package_size: 1 }],
    ['package', { amount: '1', free_units: '0', package_size: '0.5' }],
    ['percentage', { rate: '1.5' }],
    ['percentage', { rate: '0', fixed_amount: null, free_units_per_events: 3 }],
    ['percentage', { rate: '1', per_transaction_min_amount: '1', per_transaction_max_amount: '1.0' }],
    ['graduated_percentage', { graduated_percentage_ranges: [{ from_value: 0, to_value: null, rate: '1' }] }],
  ])('accepts %s %j', (model, properties) => {
    expect(validateProperties(model, properties)).toEqual([]);
    expect(areProperties(model, properties)).toBe(true);
  });

  it.each<[BuiltInName, unknown, [string, string][]]>([
    ['standard', null, [['', 'invalid_type']]],
    ['standard', [], [['', 'invalid_type']]],
    ['standard', {}, [['amount', 'required']]],
    ['standard', { amount: null }, [['amount', 'invalid_type']]],
    ['standard', { amount: 1 }, [['amount', 'invalid_type']]],
    ['standard', { amount: '1e3' }, [['amount', 'invalid_format']]],
    ['standard', { amount: ' 1' }, [['amount', 'invalid_format']]],
    ['standard', { amount: '1\n' }, [['amount', 'invalid_format']]],
    ['standard', { amount: 'Infinity' }, [['amount', 'invalid_format']]],
    ['standard', { amount: '0.000000000000000000001' }, [['amount', 'invalid_format']]],
    ['standard', { amount: '-0.01' }, [['amount', 'out_of_range']]],
    ['standard', { amount: '1', rate: '1' }, [['rate', 'unknown_field']]],
    ['standard', JSON.parse('{"amount": "1", "__proto__": {}}'), [['__proto__', 'unknown_field']]],
    ['package', { amount: '1' }, [['package_size', 'required']]],
    ['package', { amount: '1', package_size: '0' }, [['package_size', 'out_of_range']]],
    ['package', { amount: '1', package_size: -1 }, [['package_size', 'out_of_range']]],
    ['package', { amount: '1', package_size: 0.5 }, [['package_size', 'invalid_type']]],
    ['package', { amount: '1', package_size: 1, free_units: '-1' }, [['free_units', 'out_of_range']]],
    ['percentage', { fixed_amount: '1' }, [['rate', 'required']]],
    ['percentage', { rate: '1', free_units_per_events: '1.5' }, [['free_units_per_events', 'invalid_value']]],
    ['percentage', { rate: '1', fixed_amount: '-1' }, [['fixed_amount', 'out_of_range']]],
    [
      'percentage',
      { rate: '1', per_transaction_min_amount: '2', per_transaction_max_amount: '1.99' },
      [['per_transaction_max_amount', 'out_of_range']],
    ],
  ])('refuses %s %j', (model, properties, expected) => {
    expect(found(model, properties)).toEqual(expected);
    expect(areProperties(model, properties)).toBe(false);
  });

  it.each<[string, unknown, [string, string][]]>([
    ['no list', {}, [['', 'invalid_type']]],
    ['an empty list', [], [['', 'too_short']]],
    ['a row that is not an object', [1], [['.0', 'invalid_type']]],
    ['a missing bound', [{ from_value: 0, per_unit_amount: '1' }], [['.0.to_value', 'required']]],
    ['an unknown key', [row(0, null, { rate: '1' })], [['.0.rate', 'unknown_field']]],
    [
      'a price that is a number',
      [row(0, null, { per_unit_amount: 1 })],
      [['.0.per_unit_amount', 'invalid_type']],
    ],
    ['a negative flat amount', [row(0, null, { flat_amount: '-1' })], [['.0.flat_amount', 'out_of_range']]],
    ['a gap after a fraction', [row(0, '10.5'), row(11, null)], [['.1.from_value', 'invalid_range']]],
    ['a start inside a unit', [row(0, 10), row('10.5', null)], [['.1.from_value', 'invalid_range']]],
    ['a number that is not exact', [row(0, 0.1 + 0.2), row(1, null)], [['.0.to_value', 'invalid_type']]],
    ['a negative bound', [row(-1, null)], [['.0.from_value', 'out_of_range']]],
    ['a first range that starts after 0', [row(1, null)], [['.0.from_value', 'invalid_range']]],
    ['a bounded last range', [row(0, 10)], [['.0.to_value', 'invalid_range']]],
    [
      'an unbounded range before the last one',
      [row(0, null), row(11, null)],
      [['.0.to_value', 'invalid_range']],
    ],
    ['a gap', [row(0, 10), row(12, null)], [['.1.from_value', 'invalid_range']]],
    ['an overlap', [row(0, 10), row(9, null)], [['.1.from_value', 'invalid_range']]],
    ['an empty first range', [row(0, 0), row(1, null)], [['.0.to_value', 'invalid_range']]],
    ['an empty range', [row(0, 5), row(5, 5), row(6, null)], [['.1.to_value', 'invalid_range']]],
    ['an end before its start', [row(0, 5), row(6, 2), row(3, null)], [['.1.to_value', 'invalid_range']]],
  ])('refuses ranges with %s', (_, ranges, expected) => {
    const at = (name: string) => expected.map(([field, code]) => [`${name}${field}`, code]);
    expect(found('graduated', { graduated_ranges: ranges })).toEqual(at('graduated_ranges'));
    expect(found('volume', { volume_ranges: ranges })).toEqual(at('volume_ranges'));
  });

  it('every error has a full sentence as its message', () => {
    const graduated_percentage_ranges = [
      { from_value: 0, to_value: 10, rate: 'x', per_unit_amount: '1' },
      { from_value: 10, to_value: null },
    ];
    expect(validateProperties('graduated_percentage', { graduated_percentage_ranges, extra: 1 })).toEqual([
      {
        field: 'graduated_percentage_ranges.0.rate',
        code: 'invalid_format',
        message: expect.stringContaining('must be a decimal string') as string,
      },
      {
        field: 'graduated_percentage_ranges.0.per_unit_amount',
        code: 'unknown_field',
        message: '"graduated_percentage_ranges.0.per_unit_amount" is not a field.',
      },
      {
        field: 'graduated_percentage_ranges.1.rate',
        code: 'required',
        message: 'graduated_percentage_ranges.1.rate is required.',
      },
      { field: 'extra', code: 'unknown_field', message: '"extra" is not a field.' },
    ]);
  });
});
