import { CreatedApiKeyDto, toCreatedApiKeyResponse, type CreatedApiKey } from '../api-keys';
import { AnswerField, CurrencyField, TextField, TimezoneField } from '../../platform/http/fields';
import type { OrganizationEntity } from './organization.entity';

const NAME = { description: 'Name of the organization', example: 'Acme Inc.' };
const CURRENCY = { description: 'Currency of customers that have none of their own', example: 'USD' };
const TIMEZONE = {
  description: 'Time zone of customers that have none of their own',
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
    description: 'The organization',
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
    description: 'When it was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When it last changed',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;
}

export class CreatedOrganizationDto extends OrganizationDto {
  @AnswerField({ description: 'The first API key, with its raw key', type: CreatedApiKeyDto })
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
