import type { Schemas } from '@billing-service/sdk';
import { newCharge, toDraft, toInput } from './charges';

const charge = (part: Pick<Schemas['Charge'], 'charge_model' | 'properties'>): Schemas['Charge'] => ({
  id: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  billable_metric_id: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d22',
  billable_metric_code: 'api_calls',
  invoice_display_name: 'Calls',
  prorated: false,
  ...part,
});

const RANGES = [
  { from_value: '0', to_value: '1000', per_unit_amount: '0.01', flat_amount: '2' },
  { from_value: '1001', to_value: null, per_unit_amount: '0.005' },
];

test.each([
  charge({ charge_model: 'standard', properties: { amount: '0.01' } }),
  charge({ charge_model: 'graduated', properties: { graduated_ranges: RANGES } }),
  charge({ charge_model: 'volume', properties: { volume_ranges: RANGES } }),
  charge({ charge_model: 'package', properties: { amount: '5', package_size: '10', free_units: '5' } }),
  charge({ charge_model: 'percentage', properties: { rate: '1.5', fixed_amount: '0.2' } }),
  charge({
    charge_model: 'graduated_percentage',
    properties: { graduated_percentage_ranges: [{ from_value: '0', to_value: null, rate: '2' }] },
  }),
])('a charge that is not edited stays as it is: $charge_model', (it) => {
  expect(toInput(toDraft(it))).toEqual({
    billable_metric_code: 'api_calls',
    charge_model: it.charge_model,
    properties: it.properties,
    invoice_display_name: 'Calls',
    prorated: false,
  });
});

test('changing the model keeps what was typed for the others', () => {
  const draft = { ...newCharge('1'), metric: 'api_calls', properties: { amount: '3', package_size: '10' } };
  expect(toInput({ ...draft, model: 'standard' }).properties).toEqual({ amount: '3' });
  expect(toInput({ ...draft, model: 'package' }).properties).toEqual({ amount: '3', package_size: '10' });
});

test('a decimal comma in a tier is accepted', () => {
  const draft = {
    ...newCharge('1'),
    model: 'volume' as const,
    tiers: [{ upTo: '', price: '0,5', flat: '' }],
  };
  expect(toInput(draft).properties).toEqual({
    volume_ranges: [{ from_value: '0', to_value: null, per_unit_amount: '0.5' }],
  });
});
