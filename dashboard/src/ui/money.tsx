import { formatMoney } from '../lib/money';
import { cx } from './cx';

interface MoneyProps {
  /** In the minor unit, as the API has it. */
  cents: number;
  currency: string;
  className?: string;
}

/** An amount of money, in the major unit of its currency. */
export function Money({ cents, currency, className }: MoneyProps) {
  return <span className={cx('num whitespace-nowrap', className)}>{formatMoney(cents, currency)}</span>;
}

/** A decimal of the API with the separators of the user's language. */
export function Quantity({ of }: { of: string | number }) {
  const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 15 });
  return <span className="num">{number.format(of as Intl.StringNumericLiteral)}</span>;
}
