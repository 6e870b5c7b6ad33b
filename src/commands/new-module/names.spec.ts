import { UsageError, namesOf } from './names';

describe('namesOf', () => {
  it('returns every form of a name', () => {
    expect(namesOf('credit-memos').singular).toEqual({
      kebab: 'credit-memo',
      snake: 'credit_memo',
      camel: 'creditMemo',
      pascal: 'CreditMemo',
      upper: 'CREDIT_MEMO',
      words: 'credit memo',
    });
  });

  it.each([
    ['refunds', 'refund'],
    ['tax-policies', 'tax-policy'],
    ['surcharges', 'surcharge'],
    ['boxes', 'box'],
    ['passes', 'pass'],
    ['keys', 'key'],
    ['branches', 'branch'],
    ['orders', 'order'],
    ['groups', 'group'],
    ['users', 'user'],
  ])('derives the singular of %s', (plural, singular) => {
    expect(namesOf(plural).singular.kebab).toBe(singular);
  });

  it('accepts an irregular singular', () => {
    expect(namesOf('people', 'person').singular.pascal).toBe('Person');
  });

  it.each([
    ['statuses', 'The singular of "statuses" is "statuse" or "status". Say which:'],
    ['caches', '--singular cache'],
    [
      'people',
      'not a regular plural. Use the plural; if it is irregular, add the singular: npm run new:module -- people --singular <name>',
    ],
    ['classes', '"class" is a reserved word in TypeScript. Choose another singular:'],
    ['news', '"new" is a reserved word in TypeScript. Choose another singular:'],
    ['extends', '"extends" is a reserved word in TypeScript. Choose another name.'],
    ['references', '"references" is a reserved word in SQL. Choose another name.'],
    ['sequences', '"sequence" is a name that the generated code needs. Choose another singular:'],
  ])('says what to do about "%s"', (plural, message) => {
    expect(() => namesOf(plural)).toThrow(message);
  });

  it.each([
    '',
    'Refunds',
    'credit_memos',
    '../refunds',
    'refund',
    'access',
    '1refunds',
    'classes',
    'a'.repeat(50),
  ])('refuses "%s"', (name) => {
    expect(() => namesOf(name)).toThrow(UsageError);
  });
});
