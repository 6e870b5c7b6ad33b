import { AnswerField } from '../../platform/http/fields';
import type { BillingError } from '../invoices';

const Instant = (description: string): PropertyDecorator =>
  AnswerField({ description, type: String, format: 'date-time', example: '2026-01-01T09:30:00.000Z' });

export class BillingErrorDto {
  @AnswerField({
    description:
      '`amount_out_of_range`, `extension_failed` (the message names the extension), `internal_error`, or the code of ' +
      'another error that the API also returns',
    type: String,
    example: 'amount_out_of_range',
  })
  code!: string;

  @AnswerField({
    description: 'Why billing fails',
    type: String,
    example: 'An amount of the invoice is greater than 2^53-1.',
  })
  message!: string;

  @Instant('When billing first failed') since!: string;
  @Instant('When billing is retried') next_retry_at!: string;
}

export function toBillingErrorResponse(error: BillingError | null): BillingErrorDto | null {
  if (error === null) return null;
  const { code, message, since, nextRetryAt } = error;
  return { code, message, since, next_retry_at: nextRetryAt };
}
