import Decimal from 'decimal.js';
import { currencyExponent } from './currency';

/** Decimal arithmetic with enough digits for any calculation of charges. Money is never a JavaScript number. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** The largest amount in requests and responses: 2^53 - 1, the largest integer that JSON numbers represent exactly. */
export const MAX_AMOUNT_CENTS = BigInt(Number.MAX_SAFE_INTEGER);

/** An amount is not between -(2^53-1) and 2^53-1 minor units, the range of the API. */
export class AmountOutOfRangeError extends RangeError {}

/** An immutable amount in the minor unit of a currency. Names say "cents" for every currency (docs/api.md). */
export class Money {
  private constructor(
    readonly cents: bigint,
    readonly currency: string,
  ) {}

  /**
   * Creates an amount from cents.
   * @throws AmountOutOfRangeError outside +-(2^53-1)
   * @throws RangeError for an unknown currency
   */
  static ofCents(cents: bigint | number, currency: string): Money {
    currencyExponent(currency);
    const value = BigInt(cents);
    if (value > MAX_AMOUNT_CENTS || value < -MAX_AMOUNT_CENTS) {
      throw new AmountOutOfRangeError(`An amount of ${value} is greater than 2^53-1`);
    }
    return new Money(value, currency);
  }

  /** Creates an amount from a decimal string in major units, rounded half up to the minor unit. */
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

  /** Returns the amount in major units with all decimal places of the currency: `10.50` for 1050 cents of USD. */
  toMajor(): string {
    const exponent = currencyExponent(this.currency);
    return new Exact(this.cents.toString()).div(new Exact(10).pow(exponent)).toFixed(exponent);
  }

  /** Returns the amount as written in messages: `EUR 5.00`. */
  toText(): string {
    return `${this.currency} ${this.toMajor()}`;
  }

  private assertSameCurrency(other: Money): void {
    if (other.currency !== this.currency) {
      throw new TypeError(`Cannot add ${other.currency} to ${this.currency}`);
    }
  }
}
