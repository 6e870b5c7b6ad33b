import { CreatedApiKeyDto, toCreatedApiKeyResponse, type CreatedApiKey } from '../api-keys';
import {
  AnswerField,
  BooleanField,
  CreatedAtField,
  CurrencyField,
  IdField,
  TextField,
  TimezoneField,
  UpdatedAtField,
} from '../../platform/http/fields';
import type { OrganizationEntity } from './organization.entity';
import { SellerAnswerDto, SellerFieldsDto, toSellerAnswer } from './seller-fields.dto';

const NAME = { description: 'Name of the organization', example: 'Acme Inc.' };
const CURRENCY = { description: 'Currency of customers without a currency of their own', example: 'USD' };
const TIMEZONE = {
  description: 'Time zone of customers without a time zone of their own',
  example: 'Europe/Paris',
};

const TEST = {
  description: 'Whether it is a test organization: its API keys begin with `svc_test_`. Cannot be changed',
  example: false,
};

export class CreateOrganizationDto extends SellerFieldsDto {
  @TextField(NAME)
  name!: string;

  @CurrencyField({ ...CURRENCY, optional: true, default: 'USD' })
  default_currency = 'USD';

  @TimezoneField({ ...TIMEZONE, optional: true, default: 'UTC' })
  timezone = 'UTC';

  @BooleanField({ ...TEST, optional: true, default: false })
  test = false;
}

export class UpdateOrganizationDto extends SellerFieldsDto {
  @TextField({ ...NAME, optional: true })
  name?: string;

  @CurrencyField({ ...CURRENCY, optional: true })
  default_currency?: string;

  @TimezoneField({ ...TIMEZONE, optional: true })
  timezone?: string;
}

export class OrganizationDto extends SellerAnswerDto {
  @IdField('organization', '0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c') id!: string;

  @AnswerField({ ...NAME, type: String })
  name!: string;

  @AnswerField({ ...CURRENCY, type: String })
  default_currency!: string;

  @AnswerField({ ...TIMEZONE, type: String })
  timezone!: string;

  @AnswerField({ ...TEST, type: Boolean })
  test!: boolean;

  @AnswerField({
    description: '`suspended` by the operator: reads work, changes are refused, billing and deliveries wait',
    type: String,
    enum: ['active', 'suspended', 'deleting'],
    example: 'active',
  })
  status!: string;

  @CreatedAtField() created_at!: string;

  @UpdatedAtField() updated_at!: string;
}

export class CreatedOrganizationDto extends OrganizationDto {
  @AnswerField({ description: 'The first API key, including the raw key', type: CreatedApiKeyDto })
  api_key!: CreatedApiKeyDto;
}

export function toOrganizationResponse(organization: OrganizationEntity): OrganizationDto {
  return {
    id: organization.id,
    name: organization.name,
    default_currency: organization.defaultCurrency,
    timezone: organization.timezone,
    test: organization.test,
    status: organization.status,
    ...toSellerAnswer(organization),
    created_at: organization.createdAt.toISOString(),
    updated_at: organization.updatedAt.toISOString(),
  };
}

export function toCreatedOrganizationResponse(created: {
  organization: OrganizationEntity;
  apiKey: CreatedApiKey;
  addedFields: object;
}): CreatedOrganizationDto {
  return {
    ...toOrganizationResponse(created.organization),
    ...created.addedFields,
    api_key: toCreatedApiKeyResponse(created.apiKey),
  };
}
