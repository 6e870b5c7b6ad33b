import { AmountOutOfRangeError } from '../../platform/domain/money';
import { AppError, InvalidStateError } from '../../platform/errors/app-error';
import { retryDelayMs } from '../../platform/jobs/retry-delay';
import { InvoiceTooLargeError } from '../invoices';
import type { SubscriptionStatus } from './subscription.rules';

/** Why a subscription is set aside: its due action fails (docs/billing-rules.md#billing-errors). */
export interface BillingError {
  readonly code: string;
  /** One or more full sentences, for the organization to read. */
  readonly message: string;
  /** When the action first failed; RFC 3339. */
  readonly since: string;
  /** When the action is retried; RFC 3339. */
  readonly nextRetryAt: string;
}

/** Returns the error of a subscription whose due action has failed at `now`, maybe again. */
export function billingErrorOf(before: BillingError | null, failure: unknown, now: Date): BillingError {
  const since = before?.since ?? now.toISOString();
  const nextRetryAt = new Date(now.getTime() + retryDelayMs(new Date(since), now)).toISOString();
  return { ...describeFailure(failure), since, nextRetryAt };
}

/** Returns whether the due action has failed and is retried later than `now`. */
export function isSetAside({ billingError }: { billingError: BillingError | null }, now: Date): boolean {
  return billingError !== null && new Date(billingError.nextRetryAt) > now;
}

/** Describes a failure to the organization. Details of an unexpected one are in the log only. */
export function describeFailure(failure: unknown): Pick<BillingError, 'code' | 'message'> {
  if (failure instanceof InvoiceTooLargeError)
    return { code: 'amount_out_of_range', message: failure.message };
  if (failure instanceof AmountOutOfRangeError) {
    return { code: 'amount_out_of_range', message: 'An amount is greater than 2^53-1.' };
  }
  if (failure instanceof BillingFailedError) return failure.reason;
  if (failure instanceof AppError) return { code: failure.code, message: failure.message };
  return {
    code: 'internal_error',
    message: 'An internal error prevents billing; the log of the service names it.',
  };
}

/** A request needs a bill that cannot be created. The message names what is possible without it. */
export class BillingFailedError extends InvalidStateError {
  readonly reason: Pick<BillingError, 'code' | 'message'>;

  constructor({ id, status }: { id: string; status: SubscriptionStatus }, failure: unknown) {
    const possible =
      status === 'pending'
        ? `changed, and canceled with POST /v1/subscriptions/${id}/cancel`
        : 'renamed, canceled, and terminated with on_termination_action=skip';
    const reason = describeFailure(failure);
    super(`The subscription cannot be billed. ${reason.message} Until it can, it can be ${possible}.`);
    this.reason = reason;
  }
}
