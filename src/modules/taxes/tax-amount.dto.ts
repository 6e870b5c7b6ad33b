import { AnswerField } from '../../platform/http/fields';
import { taxAmountsOf, type Taxed } from './stored-taxes';
import type { TaxAmount } from './tax-split.rules';

const EXAMPLE = { code: 'vat_20', name: 'VAT', rate: '20', base_amount_cents: 4900, amount_cents: 980 };

/** A tax with its amount. */
export class TaxAmountDto {
  @AnswerField({ description: 'Code of the tax', type: String, example: EXAMPLE.code }) code!: string;

  @AnswerField({ description: 'Name of the tax at that time', type: String, example: EXAMPLE.name })
  name!: string;

  @AnswerField({
    description: 'Rate in percent at that time, as a decimal string',
    type: String,
    example: EXAMPLE.rate,
  })
  rate!: string;

  @AnswerField({
    description: 'Amount before taxes to which the tax applies, in minor units',
    type: 'integer',
    example: EXAMPLE.base_amount_cents,
  })
  base_amount_cents!: number;

  @AnswerField({
    description: 'Amount of the tax, in minor units',
    type: 'integer',
    example: EXAMPLE.amount_cents,
  })
  amount_cents!: number;
}

/** Declares the `taxes` of a response. */
export function TaxAmountsAnswer(description: string): PropertyDecorator {
  return AnswerField({
    description: `${description}, ordered by code. The amounts add up to exactly \`taxes_amount_cents\``,
    type: [TaxAmountDto],
    example: [EXAMPLE],
  });
}

/** Returns the taxes of fees or items, with the sums over all of them; ordered by code. */
export function toTaxAmounts(taxed: readonly Taxed[]): TaxAmountDto[] {
  const sums = new Map<string, TaxAmount & { baseCents: bigint }>();
  for (const part of taxed) {
    for (const { code, name, rate, amountCents } of taxAmountsOf(part)) {
      const key = JSON.stringify([code, rate, name]);
      const before = sums.get(key) ?? { amountCents: 0n, baseCents: 0n };
      const after = {
        amountCents: before.amountCents + amountCents,
        baseCents: before.baseCents + part.amountCents,
      };
      sums.set(key, { code, name, rate, ...after });
    }
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { code, name, rate, baseCents, amountCents }]) => {
      return { code, name, rate, base_amount_cents: Number(baseCents), amount_cents: Number(amountCents) };
    });
}
