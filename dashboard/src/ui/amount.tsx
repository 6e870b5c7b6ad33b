import { formatMoney } from './money';

/** An amount of money in the minor unit of its currency. */
export function Amount({ cents, currency }: { cents: number; currency: string }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(cents, currency)}</span>;
}
