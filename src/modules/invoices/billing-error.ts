import { AmountOutOfRangeError } from '../../platform/domain/money';
import { AppError } from '../../platform/errors/app-error';
import { ExtensionFailedError } from '../../platform/extensions';
import { retryDelayMs } from '../../platform/jobs/retry-delay';
import { InvoiceTooLargeError } from './invoice.errors';

/**
 * Why a subscription, a draft or the dunning of a customer is set aside: its due action fails
 * (docs/billing-rules.md#billing-errors).
 */
export interface BillingError {
  readonly code: string;
  /** One or more full sentences, for the organization to read. */
  readonly message: string;
  /** When the action first failed; RFC 3339. */
  readonly since: string;
  /** When the action is retried; RFC 3339. */
  readonly nextRetryAt: string;
}

export type BillingFailure = Pick<BillingError, 'code' | 'message'>;

/** Returns the error of a record whose due action has failed at `now`, maybe again. */
export function billingErrorAfter(
  before: BillingError | null,
  failure: BillingFailure,
  now: Date,
): BillingError {
  const since = before?.since ?? now.toISOString();
  const nextRetryAt = new Date(now.getTime() + retryDelayMs(new Date(since), now)).toISOString();
  return { ...failure, since, nextRetryAt };
}

/** Describes a failure of some work to the organization. Details of an unexpected one are in the log only. */
export function describeBillingFailure(failure: unknown, work = 'billing'): BillingFailure {
  if (failure instanceof InvoiceTooLargeError) {
    return { code: 'amount_out_of_range', message: failure.message };
  }
  if (failure instanceof AmountOutOfRangeError) {
    return { code: 'amount_out_of_range', message: 'An amount is greater than 2^53-1.' };
  }
  if (failure instanceof ExtensionFailedError) {
    const { extension, point } = failure;
    const message = `The extension ${extension} of "${point}" failed; the log of the service says why.`;
    return { code: 'extension_failed', message };
  }
  if (failure instanceof AppError) return { code: failure.code, message: failure.message };
  return {
    code: 'internal_error',
    message: `An internal error prevents ${work}; the log of the service names it.`,
  };
}
