import { AnswerField } from '../../../platform/http/fields';
import type { BillingError } from './billing-error';

const Instant = (description: string): PropertyDecorator =>
  AnswerField({ description, type: String, format: 'date-time', example: '2026-01-01T09:30:00.000Z' });

export class BillingErrorDto {
  @AnswerField({
    description: '`amount_out_of_range`, `extension_failed`, `internal_error`, or the code of another error',
    type: String,
    example: 'amount_out_of_range',
  })
  code!: string;

  @AnswerField({
    description: 'What is wrong',
    type: String,
    example: 'The total of the invoice exceeds 2^53-1.',
  })
  message!: string;

  @Instant('When it first failed') since!: string;
  @Instant('When it is retried') retry_at!: string;
}

export function toBillingErrorResponse(error: BillingError | null): BillingErrorDto | null {
  if (error === null) return null;
  const { code, message, since, retryAt } = error;
  return { code, message, since, retry_at: retryAt };
}
