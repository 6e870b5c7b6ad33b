import type { Transaction } from '../../../platform/database/transactions';
import { extensionPoint } from '../../../platform/extensions';

/** Says what was credited of the fees of drafts, so that discounts leave at least that much of them. */
export const FEE_CREDITS = extensionPoint<FeeCredits>('fee credits');

/** What credit notes, or another module, took of the fees of invoices. */
export interface FeeCredits {
  /** Returns the net amounts credited, by the id of the fee. */
  creditedOf(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<ReadonlyMap<string, bigint>>;
}
