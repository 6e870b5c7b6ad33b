import { Injectable } from '@nestjs/common';
import type { AddedLine, InvoiceLineSource, SubscriptionBill } from '../../../src/modules/invoices';
import type { Transaction } from '../../../src/platform/database/transactions';

const UNBILLED = 'organization_id = $1 AND subscription_id = $2 AND invoice_id IS NULL';

/** Bills support hours at 80.00 each. `invoice_id` records the invoice that billed them. */
@Injectable()
export class SupportHourLines implements InvoiceLineSource {
  async linesFor(tx: Transaction, bill: SubscriptionBill, invoiceId: string | null): Promise<AddedLine[]> {
    const key = [bill.organizationId, bill.subscription.id];
    const rows = await tx.query<{ hours: string }[]>(
      `SELECT hours::text FROM support_hours WHERE ${UNBILLED} ORDER BY id`,
      key,
    );
    if (invoiceId !== null) {
      await tx.query(`UPDATE support_hours SET invoice_id = $3 WHERE ${UNBILLED}`, [...key, invoiceId]);
    }
    return rows.map(({ hours }) => ({
      description: 'Support',
      units: hours,
      unitAmount: '80',
      amountCents: BigInt(hours) * 8000n,
      currency: bill.currency,
    }));
  }
}
