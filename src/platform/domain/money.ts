import Decimal from 'decimal.js';
import { currencyExponent } from './currency';

/** Precision that outlasts any chain of charge arithmetic; JavaScript's own numbers never hold money. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** The largest amount accepted or answered: what JSON numbers carry exactly (2^53 - 1). */
export const MAX_AMOUNT_CENTS = BigInt(Number.MAX_SAFE_INTEGER);

/** An amount does not fit what the interface can carry. */
export class AmountOutOfRangeError extends RangeError {}

/**
 * An amount in a currency's minor unit ("cents", whatever the currency calls it). Immutable.
 * decisions.md, Conventions: integers only, refused beyond 2^53-1.
 */
export class Money {
  private constructor(
    readonly cents: bigint,
    readonly currency: string,
  ) {}

  /** @throws AmountOutOfRangeError beyond +-(2^53-1); RangeError for an unknown currency. */
  static ofCents(cents: bigint | number, currency: string): Money {
    currencyExponent(currency);
    const value = BigInt(cents);
    if (value > MAX_AMOUNT_CENTS || value < -MAX_AMOUNT_CENTS) {
      throw new AmountOutOfRangeError(`An amount of ${value} is beyond 2^53-1`);
    }
    return new Money(value, currency);
  }

  /** From a decimal string in major units, rounded once, half up, to the currency's exponent. */
  static ofMajor(amount: string, currency: string): Money {
    const minor = new Exact(amount).mul(new Exact(10).pow(currencyExponent(currency)));
    return Money.ofCents(BigInt(minor.toFixed(0, Decimal.ROUND_HALF_UP)), currency);
  }

  plus(other: Money): Money {
    this.assertSameCurrency(other);
    return Money.ofCents(this.cents + other.cents, this.currency);
  }

  minus(other: Money): Money {
    this.assertSameCurrency(other);
    return Money.ofCents(this.cents - other.cents, this.currency);
  }

  /** The decimal string in major units, with all of the currency's digits: 1050 USD is `10.50`. */
  toMajor(): string {
    const exponent = currencyExponent(this.currency);
    return new Exact(this.cents.toString()).div(new Exact(10).pow(exponent)).toFixed(exponent);
  }

  private assertSameCurrency(other: Money): void {
    if (other.currency !== this.currency) {
      throw new TypeError(`Cannot add ${other.currency} to ${this.currency}`);
    }
  }
}
