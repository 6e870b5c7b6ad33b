import { definitionProblems, needsNumber, type MetricDefinition } from './billable-metric.rules';

const sum: MetricDefinition = {
  aggregationType: 'sum',
  fieldName: 'gb',
  roundingFunction: null,
  roundingPrecision: null,
  recurring: false,
};
const fields = (definition: MetricDefinition) => definitionProblems(definition).map((it) => it.field);

describe('definitionProblems', () => {
  it('every aggregation except count requires field_name', () => {
    expect(fields({ ...sum, fieldName: null })).toEqual(['field_name']);
    expect(fields({ ...sum, aggregationType: 'count', fieldName: null })).toEqual([]);
  });

  it('recurring is refused for count, max and latest', () => {
    expect(fields({ ...sum, recurring: true })).toEqual([]);
    for (const aggregationType of ['count', 'max', 'latest'] as const) {
      expect(fields({ ...sum, aggregationType, recurring: true })).toEqual(['recurring']);
    }
  });

  it('rounding_precision requires rounding_function', () => {
    expect(fields({ ...sum, roundingPrecision: 2 })).toEqual(['rounding_function']);
    expect(fields({ ...sum, roundingPrecision: 2, roundingFunction: 'ceil' })).toEqual([]);
  });
});

describe('needsNumber', () => {
  it('is false for count and unique_count', () => {
    expect((['count', 'unique_count'] as const).some(needsNumber)).toBe(false);
    expect((['sum', 'max', 'latest', 'weighted_sum'] as const).every(needsNumber)).toBe(true);
  });
});
