import { PartialType } from '@nestjs/swagger';
import { CreatedApiKeyDto, toCreatedApiKeyResponse, type CreatedApiKey } from '../api-keys';
import { INVOICE_DOCUMENT, TemplateField } from '../documents';
import {
  AnswerField,
  BooleanField,
  CountryField,
  CurrencyField,
  EmailField,
  TextField,
  TimezoneField,
} from '../../platform/http/fields';
import { versioned } from '../../platform/http/versions';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { LocaleField } from '../../platform/locales';
import { ColorField } from './color.field';
import type { OrganizationEntity } from './organization.entity';

const MAYBE = { optional: true, nullable: true } as const;
const SWITCH = { optional: true, default: false } as const;
const MAX_LEGAL_TEXT = 2000;
/** Longer than 256 KB in base64, so that an image that is a little too large gets the error that names its limit. */
const MAX_LOGO = 500_000;

const FIELDS = {
  name: { description: 'Name of the organization', example: 'Acme Inc.' },
  default_currency: { description: 'Default currency of customers that do not set one', example: 'EUR' },
  timezone: { description: 'Default time zone of customers that do not set one', example: 'Europe/Paris' },
  legal_name: {
    description: 'Registered name, which documents show as the seller; null for `name`',
    example: 'Acme Incorporated',
  },
  address_line1: { description: 'First line of the address on documents', example: '1 Main Street' },
  address_line2: { description: 'Second line of the address', example: 'Suite 5' },
  zipcode: { description: 'Postal code', example: '10115' },
  city: { description: 'City', example: 'Berlin' },
  state: { description: 'State or region', example: 'Berlin' },
  country: { description: 'Country code, ISO 3166-1 alpha-2', example: 'DE' },
  tax_id: { description: 'VAT number or other tax identification number', example: 'DE123456789' },
  legal_text: {
    description: 'Text at the end of documents, e.g. bank details and the registration',
    example: 'Acme Incorporated, HRB 12345, Amtsgericht Berlin',
  },
  accent_color: { description: 'Colour of lines on documents, `#rrggbb`', example: '#1f4e79' },
  locale: {
    description:
      'Language of documents, with an optional country for its formats; customers may have another',
    example: 'en-GB',
  },
  logo: {
    description: 'Logo on documents: a PNG or JPEG image of at most 256 KB, in base64; null for none',
    example:
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  },
  email_invoices: { description: 'Whether final invoices are e-mailed to customers', example: false },
  email_receipts: { description: 'Whether receipts of payments are e-mailed to customers', example: false },
  email_credit_notes: { description: 'Whether final credit notes are e-mailed to customers', example: false },
  email_payment_requests: {
    description: 'Whether payment requests are e-mailed to customers',
    example: false,
  },
  email_reply_to: {
    description: 'Address to which replies to e-mails go; null for the address of the sender',
    example: 'billing@acme.example',
  },
  document_template: {
    description: 'Template of documents that become final from now on',
    example: 'standard',
  },
};

export class CreateOrganizationDto {
  @TextField(FIELDS.name) name!: string;

  @CurrencyField({ ...FIELDS.default_currency, optional: true, default: 'USD' })
  default_currency?: string;

  @TimezoneField({ ...FIELDS.timezone, optional: true, default: 'UTC' }) timezone?: string;
  @TextField({ ...FIELDS.legal_name, ...MAYBE }) legal_name?: string | null;
  @TextField({ ...FIELDS.address_line1, ...MAYBE }) address_line1?: string | null;
  @TextField({ ...FIELDS.address_line2, ...MAYBE }) address_line2?: string | null;
  @TextField({ ...FIELDS.zipcode, max: 32, ...MAYBE }) zipcode?: string | null;
  @TextField({ ...FIELDS.city, ...MAYBE }) city?: string | null;
  @TextField({ ...FIELDS.state, ...MAYBE }) state?: string | null;
  @CountryField({ ...FIELDS.country, ...MAYBE }) country?: string | null;
  @TextField({ ...FIELDS.tax_id, max: 50, ...MAYBE }) tax_id?: string | null;
  @TextField({ ...FIELDS.legal_text, max: MAX_LEGAL_TEXT, ...MAYBE }) legal_text?: string | null;
  @ColorField({ ...FIELDS.accent_color, optional: true }) accent_color?: string;
  @LocaleField({ ...FIELDS.locale, optional: true, default: 'en' }) locale?: string;
  @TemplateField({ ...FIELDS.document_template, optional: true, default: 'standard' })
  document_template?: string;

  @TextField({ ...FIELDS.logo, max: MAX_LOGO, ...MAYBE }) logo?: string | null;
  @BooleanField({ ...FIELDS.email_invoices, ...SWITCH }) email_invoices?: boolean;
  @BooleanField({ ...FIELDS.email_receipts, ...SWITCH }) email_receipts?: boolean;
  @BooleanField({ ...FIELDS.email_credit_notes, ...SWITCH }) email_credit_notes?: boolean;
  @BooleanField({ ...FIELDS.email_payment_requests, ...SWITCH }) email_payment_requests?: boolean;
  @EmailField({ ...FIELDS.email_reply_to, ...MAYBE }) email_reply_to?: string | null;
}

export class UpdateOrganizationDto extends PartialType(CreateOrganizationDto, {
  skipNullProperties: false,
}) {}

export class OrganizationDto {
  @AnswerField({
    description: 'ID of the organization',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c',
  })
  id!: string;

  @AnswerField({ ...FIELDS.name, type: String }) name!: string;
  @AnswerField({ ...FIELDS.default_currency, type: String }) default_currency!: string;
  @AnswerField({ ...FIELDS.timezone, type: String }) timezone!: string;
  @AnswerField({ ...FIELDS.legal_name, type: String, nullable: true }) legal_name!: string | null;
  @AnswerField({ ...FIELDS.address_line1, type: String, nullable: true }) address_line1!: string | null;
  @AnswerField({ ...FIELDS.address_line2, type: String, nullable: true }) address_line2!: string | null;
  @AnswerField({ ...FIELDS.zipcode, type: String, nullable: true }) zipcode!: string | null;
  @AnswerField({ ...FIELDS.city, type: String, nullable: true }) city!: string | null;
  @AnswerField({ ...FIELDS.state, type: String, nullable: true }) state!: string | null;
  @AnswerField({ ...FIELDS.country, type: String, nullable: true }) country!: string | null;
  @AnswerField({ ...FIELDS.tax_id, type: String, nullable: true }) tax_id!: string | null;
  @AnswerField({ ...FIELDS.legal_text, type: String, nullable: true }) legal_text!: string | null;
  @AnswerField({ ...FIELDS.accent_color, type: String }) accent_color!: string;
  @AnswerField({ ...FIELDS.locale, type: String }) locale!: string;

  @AnswerField({ ...FIELDS.document_template, type: String, enum: INVOICE_DOCUMENT.describedNames })
  document_template!: string;

  @AnswerField({
    description: 'SHA-256 digest of the logo, in hexadecimal digits; null without a logo',
    type: String,
    nullable: true,
    example: null,
  })
  logo_sha256!: string | null;

  @AnswerField({ ...FIELDS.email_invoices, type: Boolean }) email_invoices!: boolean;
  @AnswerField({ ...FIELDS.email_receipts, type: Boolean }) email_receipts!: boolean;
  @AnswerField({ ...FIELDS.email_credit_notes, type: Boolean }) email_credit_notes!: boolean;
  @AnswerField({ ...FIELDS.email_payment_requests, type: Boolean }) email_payment_requests!: boolean;
  @AnswerField({ ...FIELDS.email_reply_to, type: String, nullable: true }) email_reply_to!: string | null;

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

/** The fields of an organization that a request can set, named as in the entity. */
export type OrganizationInput = Omit<
  OrganizationEntity,
  'id' | 'logoSha256' | 'createdAt' | 'updatedAt' | 'rowVersion'
> & {
  /** In base64; null for none. */
  logo: string | null;
};

/** Returns only the fields that are present in the request. */
export function toOrganizationInput(body: UpdateOrganizationDto): Partial<OrganizationInput> {
  return withoutUndefined({
    name: body.name,
    defaultCurrency: body.default_currency,
    timezone: body.timezone,
    legalName: body.legal_name,
    addressLine1: body.address_line1,
    addressLine2: body.address_line2,
    zipcode: body.zipcode,
    city: body.city,
    state: body.state,
    country: body.country,
    taxId: body.tax_id,
    legalText: body.legal_text,
    accentColor: body.accent_color,
    locale: body.locale,
    documentTemplate: body.document_template,
    logo: body.logo,
    emailInvoices: body.email_invoices,
    emailReceipts: body.email_receipts,
    emailCreditNotes: body.email_credit_notes,
    emailPaymentRequests: body.email_payment_requests,
    emailReplyTo: body.email_reply_to,
  });
}

export function toOrganizationResponse(organization: OrganizationEntity): OrganizationDto {
  return versioned(organization, {
    id: organization.id,
    name: organization.name,
    default_currency: organization.defaultCurrency,
    timezone: organization.timezone,
    legal_name: organization.legalName,
    address_line1: organization.addressLine1,
    address_line2: organization.addressLine2,
    zipcode: organization.zipcode,
    city: organization.city,
    state: organization.state,
    country: organization.country,
    tax_id: organization.taxId,
    legal_text: organization.legalText,
    accent_color: organization.accentColor,
    locale: organization.locale,
    document_template: organization.documentTemplate,
    logo_sha256: organization.logoSha256,
    email_invoices: organization.emailInvoices,
    email_receipts: organization.emailReceipts,
    email_credit_notes: organization.emailCreditNotes,
    email_payment_requests: organization.emailPaymentRequests,
    email_reply_to: organization.emailReplyTo,
    created_at: organization.createdAt.toISOString(),
    updated_at: organization.updatedAt.toISOString(),
  });
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
