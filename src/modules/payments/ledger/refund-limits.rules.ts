/**
 * Returns why a refund cannot be made, as a sentence; null when it can.
 *
 * @param isReserved whether credit notes reserve a part of the payment, which this refund is not for.
 */
export function problemOfRefund(
  { currency }: { currency: string },
  amount: bigint,
  left: bigint,
  isReserved: boolean,
): string | null {
  const notes = isReserved ? ' Credit notes refund the rest: name one in credit_note_id.' : '';
  if (left === 0n) return `The payment has nothing left to refund.${notes}`;
  if (amount <= left) return null;
  return `amount_cents must be at most ${left}, what is left to refund in the minor unit of ${currency}.${notes}`;
}
