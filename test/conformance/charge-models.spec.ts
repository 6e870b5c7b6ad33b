import type { ChargeModel, ChargeStep } from '../../src/modules/plans';
import { BUILT_IN_NAMES, ChargeModels } from '../../src/modules/plans/charge-models';
import { GraduatedCharge } from '../../src/modules/plans/charge-models/graduated';
import { GraduatedPercentageCharge } from '../../src/modules/plans/charge-models/graduated-percentage';
import { PackageCharge } from '../../src/modules/plans/charge-models/package';
import { PercentageCharge } from '../../src/modules/plans/charge-models/percentage';
import { StandardCharge } from '../../src/modules/plans/charge-models/standard';
import { VolumeCharge } from '../../src/modules/plans/charge-models/volume';
import { EXTENSION_DEADLINE_MS } from '../../src/platform/extensions';
import { builtInModels } from '../support/charge-models';
import { chargeModelSuite } from './charge-model.suite';

const TIERS = [
  { from_value: 0, to_value: 10, per_unit_amount: '1', flat_amount: '5' },
  { from_value: 11, to_value: null, per_unit_amount: '0.5' },
];
const RATES = [{ from_value: 0, to_value: null, rate: '1.5', flat_amount: '2' }];

chargeModelSuite('standard', {
  model: new StandardCharge(),
  accepted: [{ amount: '0' }, { amount: '0.00000000000000000001' }],
  refused: [
    [{}, 'amount'],
    [{ amount: 1 }, 'amount'],
  ],
});
chargeModelSuite('graduated', {
  model: new GraduatedCharge(),
  accepted: [{ graduated_ranges: TIERS }],
  refused: [[{ graduated_ranges: TIERS.slice(0, 1) }, 'graduated_ranges.0.to_value']],
});
chargeModelSuite('volume', {
  model: new VolumeCharge(),
  accepted: [{ volume_ranges: TIERS }],
  refused: [[{ volume_ranges: [] }, 'volume_ranges']],
});
chargeModelSuite('package', {
  model: new PackageCharge(),
  accepted: [
    { amount: '5', package_size: '100' },
    { amount: '5', package_size: 3, free_units: '0.5' },
  ],
  refused: [[{ amount: '5', package_size: 0 }, 'package_size']],
});
chargeModelSuite('percentage', {
  model: new PercentageCharge(),
  accepted: [{ rate: '1.5' }, { rate: '0', fixed_amount: '1', free_units_per_events: 2 }],
  refused: [[{ rate: '1', free_units_per_events: '0.5' }, 'free_units_per_events']],
});
chargeModelSuite('graduated_percentage', {
  model: new GraduatedPercentageCharge(),
  accepted: [{ graduated_percentage_ranges: RATES }],
  refused: [[{ graduated_percentage_ranges: TIERS }, 'graduated_percentage_ranges.0.rate']],
});

describe('the registry of charge models', () => {
  it('the API description lists the names of the built-in models', () => {
    expect(builtInModels.names).toEqual(BUILT_IN_NAMES);
  });

  it('two models with one name fail at start-up', () => {
    const models = new ChargeModels({ of: () => [new StandardCharge(), new StandardCharge()] as never });
    expect(() => models.onModuleInit()).toThrow('Two charge models are called standard');
  });

  const step = (fields: Partial<ChargeStep>): ChargeStep[] => [
    { description: 'Units', units: '1', amount: '1', ...fields },
  ];
  class Hostile implements ChargeModel {
    readonly name = 'hostile';
    constructor(readonly steps: () => ChargeStep[]) {}
    validate = () => [];
  }
  const price = (steps: () => unknown): unknown => {
    const models = new ChargeModels({ of: () => [new Hostile(steps as () => ChargeStep[])] as never });
    models.onModuleInit();
    return models.price('hostile', {}, { units: '1', eventsCount: 1 });
  };

  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new TypeError('no such price');
      },
      'no such price',
    ],
    ['returns a negative amount', () => step({ amount: '-0.01' }), 'its amount -0.01 is below zero'],
    ['returns an amount that is no decimal', () => step({ amount: '1e3' }), 'Not a decimal'],
    ['returns a number as amount', () => step({ amount: 1 as never }), 'as text'],
    ['returns a promise', () => Promise.resolve(step({})), 'is not a function'],
    ['returns nothing', () => undefined, 'Cannot read'],
  ])('a model that %s fails under its name', (_, steps, reason) => {
    expect(() => price(steps)).toThrow(/^The extension Hostile of "charge models" failed: /);
    expect(() => price(steps)).toThrow(reason);
  });

  it('a model that takes more than 5 s fails', () => {
    const now = jest.spyOn(performance, 'now');
    now.mockReturnValueOnce(0).mockReturnValueOnce(EXTENSION_DEADLINE_MS + 1);
    expect(() => price(() => step({}))).toThrow('it took longer than 5 s');
    now.mockRestore();
  });

  it('a charge whose model is not registered any more fails', () => {
    expect(() => builtInModels.price('gone', {}, { units: '1', eventsCount: 0 })).toThrow(
      'The extension gone of "charge models" failed: no module registers it',
    );
  });
});
