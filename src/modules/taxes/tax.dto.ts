import { OmitType, PartialType } from '@nestjs/swagger';
import { plainDecimal } from '../../platform/domain/decimal-string';
import { AnswerField, BooleanField, DecimalField, EnumField, TextField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { versioned } from '../../platform/http/versions';
import type { TaxEntity } from './tax.entity';
import { TAX_CATEGORIES, categoryOf, type TaxCategory } from './tax-category.rules';

const FIELDS = {
  code: {
    description: 'Code that identifies the tax in `tax_codes`; unique in your organization',
    example: 'vat_20',
  },
  name: { description: 'Name of the tax on invoices', example: 'VAT' },
  description: { description: 'Description for your own use', example: 'Standard rate' },
  rate: { description: 'Rate in percent', example: '20' },
  category: {
    description:
      'Category of EN 16931 (UNCL5305): `S` standard or reduced rate, `Z` zero rate, `E` exempt, `AE` reverse charge, ' +
      '`K` intra-Community supply, `G` export, `O` not subject to tax, `L` IGIC, `M` IPSI. Only `S`, `L` and `M` have ' +
      'a rate above 0',
    example: 'S',
  },
  applied_to_organization: {
    description: 'Whether the tax applies if neither the plan nor the customer has taxes of its own',
    example: false,
  },
};
const RATE = { min: '0', max: '100', decimals: 4 };

export class CreateTaxDto {
  @TextField(FIELDS.code) code!: string;
  @TextField(FIELDS.name) name!: string;

  @TextField({ ...FIELDS.description, max: 1000, optional: true, nullable: true })
  description?: string | null;

  @DecimalField({ ...FIELDS.rate, ...RATE }) rate!: string;

  @EnumField({
    ...FIELDS.category,
    description: `${FIELDS.category.description}. Null or omitted: \`S\`, or \`Z\` for a rate of 0`,
    values: TAX_CATEGORIES,
    optional: true,
    nullable: true,
  })
  category?: TaxCategory | null;

  @BooleanField({ ...FIELDS.applied_to_organization, optional: true, default: false })
  applied_to_organization?: boolean;
}

export class UpdateTaxDto extends PartialType(OmitType(CreateTaxDto, ['code']), {
  skipNullProperties: false,
}) {}

export class ListTaxesDto extends pageQuery(['created_at']) {
  @TextField({ description: 'Filter by code', example: 'vat_20', optional: true })
  code?: string;
}

export class TaxDto {
  @AnswerField({
    description: 'ID of the tax',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d',
  })
  id!: string;

  @AnswerField({ ...FIELDS.code, type: String }) code!: string;
  @AnswerField({ ...FIELDS.name, type: String }) name!: string;
  @AnswerField({ ...FIELDS.description, type: String, nullable: true }) description!: string | null;
  @AnswerField({ ...FIELDS.rate, type: String }) rate!: string;
  @AnswerField({ ...FIELDS.category, type: String, enum: [...TAX_CATEGORIES] }) category!: string;
  @AnswerField({ ...FIELDS.applied_to_organization, type: Boolean }) applied_to_organization!: boolean;

  @AnswerField({
    description: 'When the tax was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the tax was last updated',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;
}

/** The fields of a tax that a request can set, named as in the entity. */
export type TaxInput = Omit<
  TaxEntity,
  'organizationId' | 'id' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'rowVersion'
>;

/** Returns only the fields that are present in the request. */
export function toTaxInput(body: UpdateTaxDto): Partial<Omit<TaxInput, 'code'>> {
  return withoutUndefined({
    name: body.name,
    description: body.description,
    rate: body.rate === undefined ? undefined : plainDecimal(body.rate),
    category: body.category,
    appliedToOrganization: body.applied_to_organization,
  });
}

export function toNewTaxInput(body: CreateTaxDto): TaxInput {
  return {
    code: body.code,
    name: body.name,
    description: body.description ?? null,
    rate: plainDecimal(body.rate),
    category: body.category ?? null,
    appliedToOrganization: body.applied_to_organization ?? false,
  };
}

export function toTaxResponse(tax: TaxEntity): TaxDto {
  return versioned(tax, {
    id: tax.id,
    code: tax.code,
    name: tax.name,
    description: tax.description,
    rate: tax.rate,
    category: categoryOf(tax),
    applied_to_organization: tax.appliedToOrganization,
    created_at: tax.createdAt.toISOString(),
    updated_at: tax.updatedAt.toISOString(),
  });
}
