import { bodyOf, initialValues } from '../../ui/form/fields';
import { planBody, planFields } from './plan-fields';

const FIELDS = planFields([], []);

function sent(charge: object): unknown {
  const plan = { charges: [{ billable_metric_code: 'calls', invoice_display_name: null, ...charge }] };
  return planBody(bodyOf(FIELDS, initialValues(FIELDS, plan), initialValues(FIELDS))).charges;
}

describe('planBody', () => {
  it('each range begins after the range before it, and the last has no end', () => {
    const range = { per_unit_amount: '1', flat_amount: null };
    const ranges = [
      { ...range, from_value: 0, to_value: 10 },
      { ...range, from_value: 10, to_value: 20.5 },
      { ...range, from_value: 20.5, to_value: null },
    ];
    expect(sent({ charge_model: 'volume', properties: { volume_ranges: ranges } })).toEqual([
      {
        billable_metric_code: 'calls',
        charge_model: 'volume',
        properties: {
          volume_ranges: [
            { per_unit_amount: '1', from_value: '0', to_value: '10' },
            { per_unit_amount: '1', from_value: '11', to_value: '20.5' },
            { per_unit_amount: '1', from_value: '20.5', to_value: null },
          ],
        },
      },
    ]);
  });

  it('a charge has only the properties of its model', () => {
    expect(sent({ charge_model: 'package', properties: { amount: '5', package_size: 1000 } })).toEqual([
      {
        billable_metric_code: 'calls',
        charge_model: 'package',
        properties: { amount: '5', package_size: '1000' },
      },
    ]);
    expect(sent({ charge_model: 'percentage', properties: { rate: '2', amount: '5' } })).toEqual([
      { billable_metric_code: 'calls', charge_model: 'percentage', properties: { rate: '2' } },
    ]);
  });

  it('a charge without properties has empty ones, so that the API names the missing field', () => {
    expect(planBody({ charges: [{ charge_model: 'standard' }] })).toEqual({
      charges: [{ charge_model: 'standard', properties: {} }],
    });
  });

  it('a change without charges is sent as it is', () => {
    expect(planBody({ name: 'Pro' })).toEqual({ name: 'Pro' });
  });
});
