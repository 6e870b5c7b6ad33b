import { AppError, InvalidStateError } from '../../../platform/errors/app-error';
import { ExtensionFailedError } from '../../../platform/extensions';
import { InvoiceTooLargeError } from '../../invoices';

/** Why a subscription is set aside: its due action fails (docs/billing-rules.md#billing-errors). */
export interface BillingError {
  readonly code: string;
  readonly message: string;
  /** When it first failed; RFC 3339. */
  readonly since: string;
  /** When it is retried; RFC 3339. */
  readonly retryAt: string;
}

/** Returns code and message of a failure, for the organization to read; the log has the rest. */
export function describeFailure(error: unknown): Pick<BillingError, 'code' | 'message'> {
  if (error instanceof InvoiceTooLargeError) return { code: 'amount_out_of_range', message: error.message };
  if (error instanceof ExtensionFailedError)
    return { code: 'extension_failed', message: `${error.message}.` };
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: 'internal_error', message: 'An internal error prevents billing.' };
}

/** The subscription cannot be billed, and so not changed. */
export class BillingFailedError extends InvalidStateError {
  constructor(error: unknown) {
    const { message } = describeFailure(error);
    super(
      `The subscription cannot be billed. ${message} Until it can, it can be renamed, canceled, and terminated with ` +
        'on_termination_action=skip.',
    );
  }
}

/** Whether billing itself failed, not the service or the database. */
export function isBillingFailure(error: unknown): boolean {
  return error instanceof InvoiceTooLargeError || error instanceof ExtensionFailedError;
}
