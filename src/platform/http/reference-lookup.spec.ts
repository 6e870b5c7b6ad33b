import { ValidationFailedError } from '../errors/app-error';
import { keysIn, lookupOf, namingKeys, unknownKey, withIds } from './reference-lookup';
import type { Reference } from './references';

const reference = (resource: string, key: string, column: string): Reference => ({
  resource,
  list: `/v1/${resource}s`,
  id: `${resource}_id`,
  key,
  table: `${resource}s`,
  column,
  examples: { id: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21', key: 'a' },
});
const OWNER = reference('owner', 'external_owner_id', 'external_id');
const HOUSE = reference('house', 'house_code', 'code');
const BOTH = [OWNER, HOUSE];

describe('keysIn', () => {
  it('returns the references for which the request contains a key', () => {
    expect(keysIn({ external_owner_id: 'o1', house_code: 'h1', name: 'x' }, BOTH)).toEqual([
      { reference: OWNER, key: 'o1' },
      { reference: HOUSE, key: 'h1' },
    ]);
    expect(keysIn({ owner_id: 'id', house_code: 'h1' }, BOTH)).toEqual([{ reference: HOUSE, key: 'h1' }]);
    expect(keysIn({}, BOTH)).toEqual([]);
  });

  it.each(['id', null, 7])('omits a key that is sent together with the ID %j', (id) => {
    expect(keysIn({ owner_id: id, external_owner_id: 'o1' }, BOTH)).toEqual([]);
  });

  it.each([7, null, '', ' ', 'a\0b', '\ud800', ['o1'], {}, 'x'.repeat(256)])(
    'omits the key %j, which no record can have',
    (key) => {
      expect(keysIn({ external_owner_id: key }, BOTH)).toEqual([]);
    },
  );

  it('accepts a key of 255 characters', () => {
    expect(keysIn({ external_owner_id: 'x'.repeat(255) }, BOTH)).toHaveLength(1);
  });
});

describe('lookupOf', () => {
  it('returns one statement for all keys of a request, restricted to the organization', () => {
    const keys = keysIn({ external_owner_id: 'o1', house_code: 'h1' }, BOTH);
    expect(lookupOf('org', keys)).toEqual({
      text:
        'SELECT (SELECT id FROM owners WHERE organization_id = $1 AND external_id = $2 AND deleted_at IS NULL) AS id_0, ' +
        '(SELECT id FROM houses WHERE organization_id = $1 AND code = $3 AND deleted_at IS NULL) AS id_1',
      values: ['org', 'o1', 'h1'],
    });
  });
});

describe('withIds', () => {
  it('replaces the keys with IDs, and keeps all other fields', () => {
    const values = { name: 'x', external_owner_id: 'o1', house_code: 7, ['__proto__']: 1 };
    const changed = withIds(values, keysIn(values, BOTH), ['id-1']);
    expect(Object.entries(changed)).toEqual([
      ['name', 'x'],
      ['house_code', 7],
      ['__proto__', 1],
      ['owner_id', 'id-1'],
    ]);
    expect(values.external_owner_id).toBe('o1');
  });
});

describe('unknownKey', () => {
  it('returns an error that names the field and the remedy', () => {
    expect(unknownKey(OWNER)).toEqual({
      field: 'external_owner_id',
      code: 'unknown_owner',
      message:
        'external_owner_id does not exist in this organization. Create the owner with POST /v1/owners, or look up its external_id with GET /v1/owners.',
    });
  });
});

describe('namingKeys', () => {
  it('replaces the name of the ID field with the key field that the request contains', () => {
    const error = new ValidationFailedError([
      { field: 'house_id', code: 'x', message: 'house_id must be in the country of previous_house_id.' },
      { field: 'owner_id', code: 'x', message: 'owner_id is wrong.' },
    ]);
    expect(namingKeys(error, keysIn({ house_code: 'h1' }, BOTH)).errors).toEqual([
      { field: 'house_code', code: 'x', message: 'house_code must be in the country of previous_house_id.' },
      { field: 'owner_id', code: 'x', message: 'owner_id is wrong.' },
    ]);
  });
});
