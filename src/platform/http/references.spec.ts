import type { ArgumentMetadata } from '@nestjs/common';
import { ValidationFailedError } from '../errors/app-error';
import { IdOf, KeyOf, referencesOf, type Reference } from './references';
import { validationPipe } from './validation';

const ID = '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21';
const OWNER: Reference = {
  resource: 'owner',
  list: '/v1/owners',
  id: 'owner_id',
  key: 'external_owner_id',
  table: 'owners',
  column: 'external_id',
  examples: { id: ID, key: 'o1' },
};

class CreateHouseDto {
  @IdOf(OWNER) owner_id?: string;
  @KeyOf(OWNER) external_owner_id?: string;
}

class UpdateHouseDto {
  @IdOf(OWNER, { optional: true }) owner_id?: string;
  @KeyOf(OWNER) external_owner_id?: string;
}

class ListHousesDto extends UpdateHouseDto {}

const errorsOf = async (metatype: ArgumentMetadata['metatype'], body: object): Promise<string[]> => {
  try {
    await validationPipe().transform(body, { type: 'body', metatype });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationFailedError)) throw error;
    return error.errors.map((it) => `${it.code}: ${it.message}`);
  }
};

describe('IdOf and KeyOf', () => {
  it('declare the reference for the class and its subclasses', () => {
    expect(referencesOf(CreateHouseDto.prototype)).toEqual([OWNER]);
    expect(referencesOf(ListHousesDto.prototype)).toEqual([OWNER]);
    expect(referencesOf({})).toEqual([]);
  });

  it('accept the ID', async () => {
    expect(await errorsOf(CreateHouseDto, { owner_id: ID })).toEqual([]);
    expect(await errorsOf(UpdateHouseDto, { owner_id: ID })).toEqual([]);
  });

  it('require one of the two, unless the reference is optional', async () => {
    expect(await errorsOf(CreateHouseDto, {})).toEqual([
      'required: owner_id is required unless external_owner_id is given.',
    ]);
    expect(await errorsOf(UpdateHouseDto, {})).toEqual([]);
  });

  it.each([ID, null, 'x'])(
    'refuse a key together with the ID %j, with an error for each field',
    async (id) => {
      for (const metatype of [CreateHouseDto, UpdateHouseDto]) {
        expect(await errorsOf(metatype, { owner_id: id, external_owner_id: 'o1' })).toEqual([
          'invalid_value: owner_id must not be given together with external_owner_id; send one of the two.',
          'invalid_value: external_owner_id must not be given together with owner_id; send one of the two.',
        ]);
      }
    },
  );

  it('refuse an ID that is not a UUID', async () => {
    expect(await errorsOf(CreateHouseDto, { owner_id: 'x' })).toEqual([
      'invalid_uuid: owner_id must be a UUID.',
    ]);
    expect(await errorsOf(UpdateHouseDto, { owner_id: null })).toEqual([
      'invalid_uuid: owner_id must be a UUID.',
    ]);
  });

  it('refuse a key that no record can have, without also requiring the ID', async () => {
    expect(await errorsOf(CreateHouseDto, { external_owner_id: 7 })).toEqual([
      'invalid_type: external_owner_id must be a string.',
    ]);
    expect(await errorsOf(CreateHouseDto, { external_owner_id: null })).toEqual([
      'invalid_type: external_owner_id must be a string.',
    ]);
    expect(await errorsOf(CreateHouseDto, { external_owner_id: 'x'.repeat(256) })).toEqual([
      'too_long: external_owner_id must be at most 255 characters long.',
    ]);
  });
});
