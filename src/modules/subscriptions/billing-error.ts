import { InvalidStateError } from '../../platform/errors/app-error';
import {
  billingErrorAfter,
  describeBillingFailure,
  type BillingError,
  type BillingFailure,
} from '../invoices';
import type { SubscriptionStatus } from './subscription.rules';

/** Returns the error of a subscription whose due action has failed at `now`, maybe again. */
export function billingErrorOf(before: BillingError | null, failure: unknown, now: Date): BillingError {
  return billingErrorAfter(before, describeFailure(failure), now);
}

/** Returns whether the due action has failed and is retried later than `now`. */
export function isSetAside({ billingError }: { billingError: BillingError | null }, now: Date): boolean {
  return billingError !== null && new Date(billingError.nextRetryAt) > now;
}

/** Describes a failure to the organization. */
export function describeFailure(failure: unknown): BillingFailure {
  return failure instanceof BillingFailedError ? failure.reason : describeBillingFailure(failure);
}

/** A request needs a bill that cannot be created. The message names what is possible without it. */
export class BillingFailedError extends InvalidStateError {
  readonly reason: BillingFailure;

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
