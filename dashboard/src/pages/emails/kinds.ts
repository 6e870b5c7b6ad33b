import type { Email } from '@billing-service/sdk';

const KINDS: Record<Email['kind'], string> = {
  invoice: 'Invoice',
  receipt: 'Receipt of a payment',
  credit_note: 'Credit note',
  payment_request: 'Payment request',
};

/** Returns the kind of an e-mail for people. */
export function kindOf(kind: Email['kind']): string {
  return KINDS[kind];
}
