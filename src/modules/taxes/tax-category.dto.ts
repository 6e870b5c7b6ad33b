import { AnswerField } from '../../platform/http/fields';
import type { Taxed } from './stored-taxes';
import { TAX_CATEGORIES } from './tax-category.rules';
import { taxClassTotals } from './tax-class.rules';

/** The sums of the lines with one category and rate. */
export class TaxCategoryDto {
  @AnswerField({
    description: 'Category of EN 16931 (UNCL5305); `O` for lines without a tax',
    type: String,
    enum: [...TAX_CATEGORIES],
    example: 'S',
  })
  category!: string;

  @AnswerField({
    description:
      'Rate in percent, as a decimal string; the sum of the rates, if several taxes apply to a line',
    type: String,
    example: '20',
  })
  rate!: string;

  @AnswerField({
    description: 'Sum of the lines after discounts and before taxes, in minor units',
    type: 'integer',
    example: 4900,
  })
  taxable_amount_cents!: number;

  @AnswerField({ description: 'Sum of the taxes, in minor units', type: 'integer', example: 980 })
  tax_amount_cents!: number;
}

export function toTaxCategories(lines: readonly Taxed[]): TaxCategoryDto[] {
  return taxClassTotals(lines).map(({ category, rate, taxableCents, taxCents }) => ({
    category,
    rate,
    taxable_amount_cents: Number(taxableCents),
    tax_amount_cents: Number(taxCents),
  }));
}
