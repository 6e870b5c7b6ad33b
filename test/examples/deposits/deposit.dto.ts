import { AnswerField } from '../../../src/platform/http/fields';

/** A row of the table deposits; PostgreSQL returns bigint columns as text. */
export interface DepositRow {
  id: string;
  currency: string;
  amount_cents: string;
  paid_cents: string;
}

export class DepositDto {
  @AnswerField({ description: 'Id of the deposit', type: String, format: 'uuid', example: null }) id!: string;
  @AnswerField({ description: 'ISO 4217 code', type: String, example: 'EUR' }) currency!: string;

  @AnswerField({
    description: 'Amount in the minor unit of the currency',
    type: 'integer',
    example: 5000,
  })
  amount_cents!: number;
}

export function toDepositResponse({ id, currency, amount_cents }: DepositRow): DepositDto {
  return { id, currency, amount_cents: Number(amount_cents) };
}
