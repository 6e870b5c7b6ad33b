import { AmountOutOfRangeError } from '../../platform/domain/money';
import { ValidationFailedError } from '../../platform/errors/app-error';
import type { AutoTopUp } from './auto-top-ups/auto-top-up.rules';
import type { TopUp } from './wallet.dto';
import { hasRoomFor, worthOf, type Balance } from './wallet.rules';

/** Returns the value of credits. @throws ValidationFailedError naming the field when the balance would exceed 2^53-1. */
export function worthInWallet(
  wallet: Balance & { rateAmount: string; currency: string },
  { field, credits }: Pick<TopUp, 'field' | 'credits'>,
): bigint {
  const tooMuch = `${field} would bring the balance beyond 2^53-1.`;
  const tooLittle = `${field} must be worth at least the smallest unit of the currency.`;
  const refuse = (message: string): never => {
    throw ValidationFailedError.of(field, 'out_of_range', message);
  };
  try {
    const worth = worthOf(credits, wallet.rateAmount, wallet.currency);
    if (worth === 0n) return refuse(tooLittle);
    return hasRoomFor(wallet, worth) ? worth : refuse(tooMuch);
  } catch (error) {
    if (error instanceof AmountOutOfRangeError) return refuse(tooMuch);
    throw error;
  }
}

/** Checks that the credits of automatic top-ups are worth something, and fit. @throws ValidationFailedError */
export function assertWorth(wallet: { rateAmount: string; currency: string }, rule: AutoTopUp | null): void {
  if (rule === null) return;
  const { rateAmount, currency } = wallet;
  const empty = { rateAmount, currency, balanceCents: 0n, creditsBalance: '0' };
  const balanceCents = worthInWallet(empty, { field: 'auto_top_up.below', credits: rule.below });
  worthInWallet({ ...empty, balanceCents }, { field: 'auto_top_up.credits', credits: rule.credits });
}
