import { PartialType } from '@nestjs/swagger';
import {
  AnswerField,
  CountryField,
  CurrencyField,
  EmailField,
  IntegerField,
  MetadataField,
  StringListField,
  TextField,
  TimezoneField,
} from '../../platform/http/fields';
import { isStorableText } from '../../platform/http/field-rules';
import { LocaleField } from '../../platform/locales';
import { isLongerThan } from '../../platform/domain/characters';
import { pageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { versioned } from '../../platform/http/versions';
import { TaxCodesAnswer, TaxCodesField, sortedCodes } from '../taxes';
import type { CustomerEntity } from './customer.entity';

const MAX_DAYS = 3650;
const MAX_TAX_IDS = 5;
const MAX_TAX_ID = 50;
const MAYBE = { optional: true, nullable: true } as const;

const FIELDS = {
  external_id: {
    description: 'Your own ID for the customer; unique in your organization',
    example: 'cust_1042',
  },
  name: { description: 'Name of the customer', example: 'Jane Doe Ltd.' },
  legal_name: {
    description: 'Registered name, which documents show; null for `name`',
    example: 'Jane Doe Limited',
  },
  tax_ids: {
    description: `Tax identification numbers, which documents show; at most ${MAX_TAX_IDS}. The first is the VAT number`,
    example: ['FR40303265045'],
  },
  locale: {
    description:
      "Language of documents, with an optional country for its formats; null for the organization's locale",
    example: 'fr-FR',
  },
  email: { description: 'E-mail address for billing', example: 'billing@janedoe.example' },
  currency: { description: "Currency of the customer; null for the organization's default", example: 'EUR' },
  timezone: {
    description: "Time zone in which the customer's days begin and end; null for the organization's default",
    example: 'Europe/Paris',
  },
  country: { description: 'Country code, ISO 3166-1 alpha-2', example: 'FR' },
  address_line1: { description: 'First line of the address', example: '5 rue de la Paix' },
  address_line2: { description: 'Second line of the address', example: 'Bâtiment B' },
  zipcode: { description: 'Postal code', example: '75002' },
  city: { description: 'City', example: 'Paris' },
  state: { description: 'State or region', example: 'Île-de-France' },
  metadata: {
    description: 'Your own key-value pairs of strings; at most 50 keys',
    example: { crm_id: '8841' },
  },
  invoice_grace_period: { description: 'Days for which a periodic invoice remains a draft', example: 3 },
  net_payment_term: { description: 'Days from the issuing date of an invoice to its due date', example: 30 },
};

export class CreateCustomerDto {
  @TextField(FIELDS.external_id) external_id!: string;
  @TextField({ ...FIELDS.name, ...MAYBE }) name?: string | null;
  @TextField({ ...FIELDS.legal_name, ...MAYBE }) legal_name?: string | null;

  @StringListField({
    ...FIELDS.tax_ids,
    max: MAX_TAX_IDS,
    test: (it) => it.trim() !== '' && !isLongerThan(it, MAX_TAX_ID) && isStorableText(it),
    must: `be text of 1 to ${MAX_TAX_ID} characters`,
    once: 'number',
    optional: true,
  })
  tax_ids?: string[];

  @LocaleField({ ...FIELDS.locale, ...MAYBE }) locale?: string | null;
  @EmailField({ ...FIELDS.email, ...MAYBE }) email?: string | null;
  @CurrencyField({ ...FIELDS.currency, ...MAYBE }) currency?: string | null;
  @TimezoneField({ ...FIELDS.timezone, ...MAYBE }) timezone?: string | null;
  @CountryField({ ...FIELDS.country, ...MAYBE }) country?: string | null;
  @TextField({ ...FIELDS.address_line1, ...MAYBE }) address_line1?: string | null;
  @TextField({ ...FIELDS.address_line2, ...MAYBE }) address_line2?: string | null;
  @TextField({ ...FIELDS.zipcode, max: 32, ...MAYBE }) zipcode?: string | null;
  @TextField({ ...FIELDS.city, ...MAYBE }) city?: string | null;
  @TextField({ ...FIELDS.state, ...MAYBE }) state?: string | null;
  @MetadataField({ ...FIELDS.metadata, optional: true }) metadata?: Record<string, string>;

  @IntegerField({ ...FIELDS.invoice_grace_period, optional: true, default: 0, min: 0, max: MAX_DAYS })
  invoice_grace_period?: number;

  @IntegerField({ ...FIELDS.net_payment_term, optional: true, default: 30, min: 0, max: MAX_DAYS })
  net_payment_term?: number;

  @TaxCodesField() tax_codes?: string[];
}

export class UpdateCustomerDto extends PartialType(CreateCustomerDto, { skipNullProperties: false }) {}

export class ListCustomersDto extends pageQuery(['created_at', 'updated_at', 'external_id']) {
  @TextField({ description: 'Filter by `external_id`', example: 'cust_1042', optional: true })
  external_id?: string;

  @EmailField({
    description: 'Filter by e-mail address',
    example: 'billing@janedoe.example',
    optional: true,
  })
  email?: string;
}

export class CustomerDto {
  @AnswerField({
    description: 'ID of the customer',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  })
  id!: string;

  @AnswerField({ ...FIELDS.external_id, type: String }) external_id!: string;
  @AnswerField({ ...FIELDS.name, type: String, nullable: true }) name!: string | null;
  @AnswerField({ ...FIELDS.legal_name, type: String, nullable: true }) legal_name!: string | null;
  @AnswerField({ ...FIELDS.tax_ids, type: [String] }) tax_ids!: string[];
  @AnswerField({ ...FIELDS.locale, type: String, nullable: true }) locale!: string | null;
  @AnswerField({ ...FIELDS.email, type: String, nullable: true }) email!: string | null;
  @AnswerField({ ...FIELDS.currency, type: String, nullable: true }) currency!: string | null;
  @AnswerField({ ...FIELDS.timezone, type: String, nullable: true }) timezone!: string | null;
  @AnswerField({ ...FIELDS.country, type: String, nullable: true }) country!: string | null;
  @AnswerField({ ...FIELDS.address_line1, type: String, nullable: true }) address_line1!: string | null;
  @AnswerField({ ...FIELDS.address_line2, type: String, nullable: true }) address_line2!: string | null;
  @AnswerField({ ...FIELDS.zipcode, type: String, nullable: true }) zipcode!: string | null;
  @AnswerField({ ...FIELDS.city, type: String, nullable: true }) city!: string | null;
  @AnswerField({ ...FIELDS.state, type: String, nullable: true }) state!: string | null;

  @AnswerField({ ...FIELDS.metadata, type: 'object', additionalProperties: { type: 'string' } })
  metadata!: Record<string, string>;

  @AnswerField({ ...FIELDS.invoice_grace_period, type: 'integer' }) invoice_grace_period!: number;
  @AnswerField({ ...FIELDS.net_payment_term, type: 'integer' }) net_payment_term!: number;
  @TaxCodesAnswer() tax_codes!: string[];

  @AnswerField({
    description: 'When the customer was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the customer was last updated',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;
}

/** A customer with the codes of the taxes assigned to it. */
export interface Customer extends CustomerEntity {
  taxCodes: string[];
}

/** The fields of a customer that a request can set, named as in the entity. */
export type CustomerInput = Omit<
  Customer,
  'organizationId' | 'id' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'rowVersion'
>;

/** Returns only the fields that are present in the request. */
export function toCustomerInput(body: UpdateCustomerDto): Partial<CustomerInput> {
  return withoutUndefined({
    externalId: body.external_id,
    name: body.name,
    legalName: body.legal_name,
    taxIds: body.tax_ids,
    locale: body.locale,
    email: body.email,
    currency: body.currency,
    timezone: body.timezone,
    country: body.country,
    addressLine1: body.address_line1,
    addressLine2: body.address_line2,
    zipcode: body.zipcode,
    city: body.city,
    state: body.state,
    metadata: body.metadata,
    invoiceGracePeriod: body.invoice_grace_period,
    netPaymentTerm: body.net_payment_term,
    taxCodes: body.tax_codes,
  });
}

export function toCustomerResponse(customer: Customer): CustomerDto {
  return versioned(customer, {
    id: customer.id,
    external_id: customer.externalId,
    name: customer.name,
    legal_name: customer.legalName,
    tax_ids: customer.taxIds,
    locale: customer.locale,
    email: customer.email,
    currency: customer.currency,
    timezone: customer.timezone,
    country: customer.country,
    address_line1: customer.addressLine1,
    address_line2: customer.addressLine2,
    zipcode: customer.zipcode,
    city: customer.city,
    state: customer.state,
    metadata: customer.metadata,
    invoice_grace_period: customer.invoiceGracePeriod,
    net_payment_term: customer.netPaymentTerm,
    tax_codes: sortedCodes(customer.taxCodes),
    created_at: customer.createdAt.toISOString(),
    updated_at: customer.updatedAt.toISOString(),
  });
}
