import { bodyOf, initialValues, InputError, textOf, type Field } from './fields';

const FIELDS: readonly Field[] = [
  { name: 'name', label: 'Name' },
  { name: 'term', label: 'Term', kind: 'number' },
  { name: 'price', label: 'Price', kind: 'amount', currency: (_, form) => textOf(form, 'currency') },
  { name: 'currency', label: 'Currency', initial: 'JPY' },
  { name: 'codes', label: 'Codes', kind: 'list' },
  { name: 'on', label: 'On', kind: 'checkbox' },
  { name: 'rate', label: 'Rate', when: (values) => values.on === true },
  {
    name: 'ranges',
    label: 'Ranges',
    kind: 'rows',
    row: [
      { name: 'properties.from', label: 'From', kind: 'number' },
      { name: 'price', label: 'Price', kind: 'amount', currency: (_, form) => textOf(form, 'currency') },
    ],
  },
];

describe('the body of a form', () => {
  it('of a new record leaves out what is empty or hidden', () => {
    const values = { ...initialValues(FIELDS), name: ' Jane ', rate: '7', price: '12' };
    expect(bodyOf(FIELDS, values, null)).toEqual({
      name: 'Jane',
      price: 12,
      currency: 'JPY',
      codes: [],
      on: false,
      ranges: [],
    });
  });

  it('of an edited record has only what has changed, and null for what was emptied', () => {
    const record = {
      name: 'Jane',
      term: 30,
      price: 1250,
      currency: 'EUR',
      codes: ['a', 'b'],
      on: true,
      rate: null,
    };
    const before = initialValues(FIELDS, record);
    expect(before).toMatchObject({
      name: 'Jane',
      term: '30',
      price: '12.50',
      codes: 'a, b',
      on: true,
      rate: '',
    });
    expect(bodyOf(FIELDS, before, before)).toEqual({});
    expect(bodyOf(FIELDS, { ...before, name: '', codes: 'b, c', rate: '7' }, before)).toEqual({
      name: null,
      codes: ['b', 'c'],
      rate: '7',
    });
  });

  it('has rows with nested fields, and amounts in the currency of the form', () => {
    const record = { currency: 'EUR', ranges: [{ properties: { from: 0 }, price: 5 }] };
    const before = initialValues(FIELDS, record);
    expect(before.ranges).toEqual([{ 'properties.from': '0', price: '0.05' }]);
    const after = { ...before, ranges: [{ 'properties.from': '10', price: '0.5' }] };
    expect(bodyOf(FIELDS, after, before)).toEqual({ ranges: [{ properties: { from: 10 }, price: 50 }] });
  });

  it('is refused with the path of each wrong input', () => {
    const values = {
      ...initialValues(FIELDS),
      term: 'x',
      ranges: [{ 'properties.from': '1', price: '0.5' }],
    };
    const fieldsOf = (): string[] => {
      try {
        bodyOf(FIELDS, values, null);
        return [];
      } catch (error) {
        return error instanceof InputError ? error.errors.map((it) => it.field) : [];
      }
    };
    expect(fieldsOf()).toEqual(['term', 'ranges.0.price']);
  });
});
