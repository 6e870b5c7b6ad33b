import { AnswerField, ColorField, CountryField, LocaleField, TextField } from '../../platform/http/fields';
import { DEFAULT_LOCALE } from '../../platform/locales/locales';
import type { OrganizationEntity } from './organization.entity';

const MAX_LEGAL_TEXT = 2000;
const MAYBE = { optional: true, nullable: true } as const;
const TEXT = { type: String, nullable: true } as const;

const FIELDS = {
  legal_name: { description: 'Legal name on documents; null: `name`', example: 'Acme Incorporated' },
  tax_id: { description: 'Tax id on documents, e.g. the VAT number', example: 'DE123456789' },
  address_line1: { description: 'First line of the address', example: 'Hauptstrasse 1' },
  address_line2: { description: 'Second line of the address', example: null },
  zipcode: { description: 'Postal code', example: '10115' },
  city: { description: 'City', example: 'Berlin' },
  state: { description: 'State or region', example: null },
  country: { description: 'ISO 3166-1 alpha-2 country code', example: 'DE' },
  legal_text: {
    description: 'Text below the totals of documents, such as registrations and payment terms',
    example: 'Registered at Amtsgericht Berlin, HRB 12345',
  },
  accent_color: { description: 'Colour of headings and lines on documents', example: '#1f2937' },
  header_color: { description: 'Colour behind the headings of tables on documents', example: '#f3f4f6' },
  locale: {
    description: 'Locale of documents and e-mails for customers without a locale of their own',
    example: DEFAULT_LOCALE,
  },
};

/** What documents say about their seller, as requests set it (docs/concepts.md#documents). */
export class SellerFieldsDto {
  @TextField({ ...FIELDS.legal_name, ...MAYBE }) legal_name?: string | null;
  @TextField({ ...FIELDS.tax_id, max: 64, ...MAYBE }) tax_id?: string | null;
  @TextField({ ...FIELDS.address_line1, ...MAYBE }) address_line1?: string | null;
  @TextField({ ...FIELDS.address_line2, ...MAYBE }) address_line2?: string | null;
  @TextField({ ...FIELDS.zipcode, max: 32, ...MAYBE }) zipcode?: string | null;
  @TextField({ ...FIELDS.city, ...MAYBE }) city?: string | null;
  @TextField({ ...FIELDS.state, ...MAYBE }) state?: string | null;
  @CountryField({ ...FIELDS.country, ...MAYBE }) country?: string | null;
  @TextField({ ...FIELDS.legal_text, max: MAX_LEGAL_TEXT, ...MAYBE }) legal_text?: string | null;
  @ColorField({ ...FIELDS.accent_color, optional: true }) accent_color?: string;
  @ColorField({ ...FIELDS.header_color, optional: true }) header_color?: string;
  @LocaleField({ ...FIELDS.locale, optional: true }) locale?: string;
}

/** The same fields in responses. */
export class SellerAnswerDto {
  @AnswerField({ ...FIELDS.legal_name, ...TEXT }) legal_name!: string | null;
  @AnswerField({ ...FIELDS.tax_id, ...TEXT }) tax_id!: string | null;
  @AnswerField({ ...FIELDS.address_line1, ...TEXT }) address_line1!: string | null;
  @AnswerField({ ...FIELDS.address_line2, ...TEXT }) address_line2!: string | null;
  @AnswerField({ ...FIELDS.zipcode, ...TEXT }) zipcode!: string | null;
  @AnswerField({ ...FIELDS.city, ...TEXT }) city!: string | null;
  @AnswerField({ ...FIELDS.state, ...TEXT }) state!: string | null;
  @AnswerField({ ...FIELDS.country, ...TEXT }) country!: string | null;
  @AnswerField({ ...FIELDS.legal_text, ...TEXT }) legal_text!: string | null;
  @AnswerField({ ...FIELDS.accent_color, type: String }) accent_color!: string;
  @AnswerField({ ...FIELDS.header_color, type: String }) header_color!: string;
  @AnswerField({ ...FIELDS.locale, type: String }) locale!: string;
}

/** The fields of an organization that documents show of their seller. */
export type SellerFields = Pick<
  OrganizationEntity,
  | 'legalName'
  | 'taxId'
  | 'addressLine1'
  | 'addressLine2'
  | 'zipcode'
  | 'city'
  | 'state'
  | 'country'
  | 'legalText'
  | 'accentColor'
  | 'headerColor'
  | 'locale'
>;

/** Those of an organization that has set none. */
export const NO_SELLER_FIELDS: SellerFields = {
  legalName: null,
  taxId: null,
  addressLine1: null,
  addressLine2: null,
  zipcode: null,
  city: null,
  state: null,
  country: null,
  legalText: null,
  accentColor: '#1f2937',
  headerColor: '#f3f4f6',
  locale: DEFAULT_LOCALE,
};

/** Returns the fields of a request in the names of the entity; those that are absent are undefined. */
export function toSellerFields(body: SellerFieldsDto) {
  return {
    legalName: body.legal_name,
    taxId: body.tax_id,
    addressLine1: body.address_line1,
    addressLine2: body.address_line2,
    zipcode: body.zipcode,
    city: body.city,
    state: body.state,
    country: body.country,
    legalText: body.legal_text,
    accentColor: body.accent_color,
    headerColor: body.header_color,
    locale: body.locale,
  };
}

export function toSellerAnswer(organization: SellerFields): SellerAnswerDto {
  return {
    legal_name: organization.legalName,
    tax_id: organization.taxId,
    address_line1: organization.addressLine1,
    address_line2: organization.addressLine2,
    zipcode: organization.zipcode,
    city: organization.city,
    state: organization.state,
    country: organization.country,
    legal_text: organization.legalText,
    accent_color: organization.accentColor,
    header_color: organization.headerColor,
    locale: organization.locale,
  };
}
