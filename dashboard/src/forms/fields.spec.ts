import { InvalidInputError, toBody, toValues, type FieldSpec } from './fields';

const FIELDS: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'Name', nullable: true },
  { kind: 'text', name: 'currency', label: 'Currency' },
  { kind: 'money', name: 'amount_cents', label: 'Amount', currency: ({ currency }) => String(currency) },
  { kind: 'integer', name: 'days', label: 'Days' },
  { kind: 'pairs', name: 'metadata', label: 'Metadata' },
  { kind: 'lines', name: 'codes', label: 'Codes' },
  { kind: 'checkbox', name: 'recurring', label: 'Recurring' },
];
const RECORD = {
  name: 'Pro',
  currency: 'EUR',
  amount_cents: 4900,
  days: 0,
  metadata: { a: 'b' },
  codes: ['x', 'y'],
  recurring: true,
};

test('a record that is not edited becomes the same body', () => {
  expect(toBody(FIELDS, toValues(FIELDS, RECORD), true)).toEqual(RECORD);
});

test('an empty field is left out of a new record and clears an existing one', () => {
  const values = { ...toValues(FIELDS, RECORD), name: '' };
  expect(toBody(FIELDS, values, false)).not.toHaveProperty('name');
  expect(toBody(FIELDS, values, true)).toMatchObject({ name: null });
});

test('an amount is typed in the major unit', () => {
  expect(toValues(FIELDS, RECORD)).toMatchObject({ amount_cents: '49.00' });
  expect(toBody(FIELDS, { ...toValues(FIELDS, RECORD), amount_cents: '12,5' }, true)).toMatchObject({
    amount_cents: 1250,
  });
});

test('what is no number is refused beside its field', () => {
  const values = { ...toValues(FIELDS, RECORD), days: 'two', amount_cents: 'much' };
  const error = (() => {
    try {
      return toBody(FIELDS, values, true);
    } catch (it) {
      return it;
    }
  })();
  expect(error).toBeInstanceOf(InvalidInputError);
  expect(error).toMatchObject({
    fields: { days: 'Days must be a whole number.', amount_cents: 'Amount must be an amount in EUR.' },
  });
});

test('a hidden field is not sent', () => {
  const fields: readonly FieldSpec[] = [{ kind: 'integer', name: 'days', label: 'Days', when: () => false }];
  expect(toBody(fields, { days: '3' }, false)).toEqual({});
});
