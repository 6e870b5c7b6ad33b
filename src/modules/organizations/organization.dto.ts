import { CreatedApiKeyDto, toCreatedApiKeyResponse, type CreatedApiKey } from '../api-keys';
import { AnswerField, CurrencyField, TextField, TimezoneField } from '../../platform/http/fields';
import type { OrganizationEntity } from './organization.entity';

const NAME = { description: 'Name of the organization', example: 'Acme Inc.' };
const CURRENCY = { description: 'Default currency of customers that do not set one', example: 'EUR' };
const TIMEZONE = {
  description: 'Default time zone of customers that do not set one',
  example: 'Europe/Paris',
};

export class CreateOrganizationDto {
  @TextField(NAME)
  name!: string;

  @CurrencyField({ ...CURRENCY, optional: true, default: 'USD' })
  default_currency = 'USD';

  @TimezoneField({ ...TIMEZONE, optional: true, default: 'UTC' })
  timezone = 'UTC';
}

export class UpdateOrganizationDto {
  @TextField({ ...NAME, optional: true })
  name?: string;

  @CurrencyField({ ...CURRENCY, optional: true })
  default_currency?: string;

  @TimezoneField({ ...TIMEZONE, optional: true })
  timezone?: string;
}

export class OrganizationDto {
  @AnswerField({
    description: 'ID of the organization',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c',
  })
  id!: string;

  @AnswerField({ ...NAME, type: String })
  name!: string;

  @AnswerField({ ...CURRENCY, type: String })
  default_currency!: string;

  @AnswerField({ ...TIMEZONE, type: String })
  timezone!: string;

  @AnswerField({
    description: 'When the organization was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the organization was last updated',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;
}

export class CreatedOrganizationDto extends OrganizationDto {
  @AnswerField({ description: 'First API key of the organization, with its raw key', type: CreatedApiKeyDto })
  api_key!: CreatedApiKeyDto;
}

export function toOrganizationResponse(organization: OrganizationEntity): OrganizationDto {
  return {
    id: organization.id,
    name: organization.name,
    default_currency: organization.defaultCurrency,
    timezone: organization.timezone,
    created_at: organization.createdAt.toISOString(),
    updated_at: organization.updatedAt.toISOString(),
  };
}

export function toCreatedOrganizationResponse(created: {
  organization: OrganizationEntity;
  apiKey: CreatedApiKey;
}): CreatedOrganizationDto {
  return {
    ...toOrganizationResponse(created.organization),
    api_key: toCreatedApiKeyResponse(created.apiKey),
  };
}
