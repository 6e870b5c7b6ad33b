import { newId } from '../../../platform/domain/id';
import { ValidationFailedError } from '../../../platform/errors/app-error';
import { worthInWallet } from '../wallet-worth';
import {
  newGrant,
  nextGrantAt,
  sameGrant,
  type GrantInput,
  type RecurringGrant,
} from './recurring-grant.rules';

/** The columns of a wallet that hold its grants. */
export interface GrantColumns {
  recurringGrants: RecurringGrant[];
  nextGrantAt: Date | null;
}

/**
 * Returns the grants of a wallet after a request has named all of them: one that it had goes on.
 *
 * @throws ValidationFailedError naming the field of a wrong one
 */
export function grantsAfter(
  wallet: { rateAmount: string; currency: string; recurringGrants: readonly RecurringGrant[] },
  inputs: readonly GrantInput[],
  now: Date,
): GrantColumns {
  const recurringGrants = inputs.map((input, index) => {
    const field = `recurring_grants.${index}`;
    const stored = sameGrant(wallet.recurringGrants, input);
    if (stored !== undefined) return stored;
    assertCredits(wallet, input, field);
    assertTimes(input, field, now);
    return newGrant(input, newId(), now);
  });
  const ids = new Set(recurringGrants.map((it) => it.id));
  if (ids.size < recurringGrants.length) {
    throw ValidationFailedError.of('recurring_grants', 'invalid_value', 'recurring_grants has one twice.');
  }
  return { recurringGrants, nextGrantAt: nextGrantAt(recurringGrants) };
}

function assertCredits(
  { rateAmount, currency }: { rateAmount: string; currency: string },
  { credits, targetCredits }: GrantInput,
  field: string,
): void {
  if ((credits === null) === (targetCredits === null)) {
    const message = `${field} must have either credits or target_credits.`;
    throw ValidationFailedError.of(`${field}.credits`, 'invalid_value', message);
  }
  const name = credits === null ? 'target_credits' : 'credits';
  const amount = { field: `${field}.${name}`, credits: credits ?? targetCredits ?? '0' };
  worthInWallet({ rateAmount, currency, balanceCents: 0n, creditsBalance: '0' }, amount);
}

function assertTimes({ startsAt, endsAt }: GrantInput, field: string, now: Date): void {
  const starts = startsAt === null ? now : new Date(startsAt);
  if (starts < now) {
    const message = `${field}.starts_at must not lie in the past.`;
    throw ValidationFailedError.of(`${field}.starts_at`, 'out_of_range', message);
  }
  if (endsAt === null || new Date(endsAt) > starts) return;
  const message = `${field}.ends_at must lie after the start.`;
  throw ValidationFailedError.of(`${field}.ends_at`, 'out_of_range', message);
}
