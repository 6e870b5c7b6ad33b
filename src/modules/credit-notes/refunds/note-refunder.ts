import type { Transaction } from '../../../platform/database/transactions';
import { extensionPoint } from '../../../platform/extensions';

/** What an API key needs besides the scope of the route to order a refund with a note. */
export const REFUND_SCOPE = 'refunds:write';

/** A finalized credit note whose refund is ordered. */
export interface NoteToRefund {
  readonly organizationId: string;
  readonly creditNoteId: string;
  readonly amountCents: bigint;
}

/** Returns money through the providers that took it. Payments belong to a module above. */
export interface NoteRefunder {
  /**
   * Locks the payments of an invoice, before the invoice itself is locked (docs/decisions.md#lock-order).
   *
   * @returns their ids, for `order`
   */
  lock(tx: Transaction, organizationId: string, invoiceId: string): Promise<readonly string[]>;
  /**
   * Orders the refund of a note.
   *
   * @throws ValidationFailedError naming `refund` where the payments cannot return all of it through their providers;
   *   RequestError (400 `provider_not_connected`)
   */
  order(tx: Transaction, note: NoteToRefund, paymentIds: readonly string[]): Promise<void>;
}

export const NOTE_REFUNDER = extensionPoint<NoteRefunder>('credit note refunds');
