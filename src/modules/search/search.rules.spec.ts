import { bestMatches, idIn, prefixPattern, spellingsOf, type FoundRecord } from './search.rules';

const [CUSTOMER, PLAN, TAX] = [0, 1, 2];

let count = 0;
const found = (source: number, title: string, fields: Partial<FoundRecord> = {}): FoundRecord => ({
  source,
  id: String(++count).padStart(4, '0'),
  title,
  subtitle: null,
  customerId: null,
  matchedField: 'name',
  matchedValue: title,
  isExact: false,
  ...fields,
});
const titles = (records: readonly FoundRecord[], limit = 20): string[] =>
  bestMatches(records, limit).map((it) => it.title);

describe('the search text', () => {
  it.each([
    ['acme', 'acme%'],
    ['50%_off', '50\\%\\_off%'],
    ['a\\b', 'a\\\\b%'],
  ])('%s is compared literally', (text, pattern) => {
    expect(prefixPattern(text)).toBe(pattern);
  });

  it('is compared in both Unicode spellings, if they differ', () => {
    expect(spellingsOf('acme')).toEqual(['acme']);
    expect(spellingsOf('Caf\u00e9')).toEqual(['Caf\u00e9', 'Cafe\u0301']);
    expect(spellingsOf('Cafe\u0301')).toEqual(['Caf\u00e9', 'Cafe\u0301']);
  });

  it('is an ID only if it is a complete UUID', () => {
    expect(idIn('0199A3C4-5B7E-7D11-8C55-0E3B5A7F9D21')).toBe('0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21');
    expect(idIn('0199a3c4-5b7e')).toBeNull();
  });
});

describe('the best matches', () => {
  it('are exact ones, then by type, title in any case and ID', () => {
    const records = [
      found(TAX, 'acorn', { isExact: true }),
      found(PLAN, 'acme plan'),
      found(CUSTOMER, 'Acme Z'),
      found(CUSTOMER, 'acme B', { id: 'b' }),
      found(CUSTOMER, 'acme B', { id: 'a' }),
    ];
    expect(bestMatches(records, 20).map((it) => [it.title, it.id])).toEqual([
      ['acorn', records[0]?.id],
      ['acme B', 'a'],
      ['acme B', 'b'],
      ['Acme Z', records[2]?.id],
      ['acme plan', records[1]?.id],
    ]);
  });

  it('name each record once, with its exact match if there is one', () => {
    const [id, other] = ['1', '2'];
    const records = [
      found(CUSTOMER, 'Acme', { id, matchedField: 'name' }),
      found(CUSTOMER, 'Acme', { id, matchedField: 'external_id', isExact: true }),
      found(CUSTOMER, 'Acme', { id: other, matchedField: 'name' }),
      found(CUSTOMER, 'Acme', { id: other, matchedField: 'email' }),
      found(PLAN, 'Acme', { id }),
    ];
    expect(bestMatches(records, 20).map((it) => [it.source, it.id, it.matchedField])).toEqual([
      [CUSTOMER, id, 'external_id'],
      [CUSTOMER, other, 'name'],
      [PLAN, id, 'name'],
    ]);
  });

  it('give each type its share if there are too many', () => {
    const customers = Array.from({ length: 30 }, (_, index) => found(CUSTOMER, `customer ${index + 10}`));
    const plans = [found(PLAN, 'plan a'), found(PLAN, 'plan b')];
    expect(titles([...customers, ...plans], 5)).toEqual([
      'customer 10',
      'customer 11',
      'customer 12',
      'plan a',
      'plan b',
    ]);
    const exact = found(CUSTOMER, 'z', { isExact: true });
    expect(titles([...customers, ...plans, exact], 3)).toEqual(['z', 'customer 10', 'plan a']);
  });
});
