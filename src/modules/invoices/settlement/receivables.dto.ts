import { AnswerField } from '../../../platform/http/fields';
import type { Receivables } from './invoice-debts.repository';

const Count = (description: string, example: number): PropertyDecorator =>
  AnswerField({ description, type: 'integer', example });

/** What is due on the open invoices of one currency. */
export class ReceivablesDto {
  @AnswerField({ description: 'Currency of the invoices', type: String, example: 'EUR' })
  currency!: string;

  @Count('Finalized invoices that are not paid', 12) open!: number;
  @Count('What is due on them', 58_800) open_amount_cents!: number;
  @Count('Those of them that are past their due date', 2) overdue!: number;
  @Count('What is due on the overdue ones', 9800) overdue_amount_cents!: number;
}

export function toReceivables(sums: Receivables): ReceivablesDto {
  return {
    currency: sums.currency,
    open: Number(sums.open),
    open_amount_cents: Number(sums.openCents),
    overdue: Number(sums.overdue),
    overdue_amount_cents: Number(sums.overdueCents),
  };
}
