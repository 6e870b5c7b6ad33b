import { ApiError } from '@billing-service/sdk';
import { errorsOf, refusalOf } from './errors';
import type { Field } from './fields';

const FIELDS: readonly Field[] = [
  { name: 'external_id', label: 'External ID' },
  { name: 'charges', label: 'Charges', kind: 'rows' },
];

function problem(status: number, detail: string, fields: readonly string[] = []): ApiError {
  const errors = fields.map((field) => ({ field, code: 'invalid', message: `${field} is wrong.` }));
  return new ApiError(status, new Headers(), { code: 'x', detail, errors });
}

describe('an error of the API', () => {
  it('is beside the fields that it names', () => {
    expect(refusalOf(problem(422, 'all', ['external_id', 'charges.0.amount']), FIELDS)).toBeNull();
  });

  it('is above the form, as far as no field shows it', () => {
    expect(refusalOf(problem(422, 'all', ['external_id', 'other']), FIELDS)).toBe('other is wrong.');
    expect(refusalOf(problem(400, 'The invoice is paid.'), FIELDS)).toBe('The invoice is paid.');
  });

  it('of a taken value is beside the field that its sentence names', () => {
    const taken = problem(409, 'Another customer has this external_id.');
    expect(errorsOf(taken, FIELDS)).toMatchObject([{ field: 'external_id', message: taken.message }]);
    expect(refusalOf(taken, FIELDS)).toBeNull();
    expect(refusalOf(problem(409, 'The key is in use.'), FIELDS)).toBe('The key is in use.');
  });

  it('of a version explains what has happened', () => {
    expect(refusalOf(problem(412, 'If-Match'), FIELDS)).toContain('Somebody else has changed this record');
  });
});
