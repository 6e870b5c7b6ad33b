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
  ])('derives the singular of %s', (plural, singular) => {
    expect(namesOf(plural).singular.kebab).toBe(singular);
  });

  it('accepts an irregular singular', () => {
    expect(namesOf('people', 'person').singular.pascal).toBe('Person');
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
