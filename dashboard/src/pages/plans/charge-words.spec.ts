import type { Charge } from '@billing-service/sdk';
import { wordsOf } from './charge-words';

function words(charge: object): string[] {
  return wordsOf({ prorated: false, ...charge } as unknown as Charge, 'EUR');
}

const RANGES = [
  { from_value: 0, to_value: 1000, per_unit_amount: '0', flat_amount: '0' },
  { from_value: 1001, to_value: '5000', per_unit_amount: '0.0025', flat_amount: '2' },
  { from_value: 5001, to_value: null, per_unit_amount: '0.001', flat_amount: null },
];

describe('wordsOf', () => {
  it('a standard charge has a price per unit, or is free', () => {
    expect(words({ charge_model: 'standard', properties: { amount: '0.0025' } })).toEqual([
      '€0.0025 per unit',
    ]);
    expect(words({ charge_model: 'standard', properties: { amount: '0.00' }, prorated: true })).toEqual([
      'Free',
      'Units count for the days on which they are held.',
    ]);
  });

  it('a graduated charge has a line for each range', () => {
    expect(words({ charge_model: 'graduated', properties: { graduated_ranges: RANGES } })).toEqual([
      'First 1,000 units: free',
      'Units above 1,000, up to 5,000: €0.0025 per unit, plus €2.00',
      'Units above 5,000: €0.001 per unit',
    ]);
  });

  it('a volume charge has a line for each total', () => {
    expect(words({ charge_model: 'volume', properties: { volume_ranges: RANGES } })).toEqual([
      'Total of up to 1,000 units: free',
      'Total above 1,000, up to 5,000: €0.0025 for every unit, plus €2.00',
      'Total above 5,000: €0.001 for every unit',
    ]);
  });

  it('a package charge names its free units', () => {
    const properties = { amount: '5', package_size: 1000, free_units: 100 };
    expect(words({ charge_model: 'package', properties })).toEqual([
      'First 100 units free, then €5.00 for each started package of 1,000 units',
    ]);
  });

  it('a percentage charge names its allowance and its limits', () => {
    const properties = {
      rate: '1.5',
      fixed_amount: '0.3',
      free_units_per_events: 2,
      free_units_per_total_aggregation: '120',
      per_transaction_min_amount: '2',
      per_transaction_max_amount: '10',
    };
    expect(words({ charge_model: 'percentage', properties })).toEqual([
      '1.5 % of the units, plus €0.30 per event',
      'Free: the first 2 events or a total of 120 units, whichever ends first',
      'Per event at least €2.00 and at most €10.00',
    ]);
    expect(words({ charge_model: 'percentage', properties: { rate: '2' } })).toEqual(['2 % of the units']);
  });

  it('a graduated percentage has a rate for each range', () => {
    const ranges = [{ from_value: 0, to_value: null, rate: '2', flat_amount: '1' }];
    const properties = { graduated_percentage_ranges: ranges };
    expect(words({ charge_model: 'graduated_percentage', properties })).toEqual([
      'All units: 2 %, plus €1.00',
    ]);
  });
});
