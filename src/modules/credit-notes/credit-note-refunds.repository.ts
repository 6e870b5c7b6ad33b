import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { MadeRefund, OpenRefund } from './credit-note';
import { CreditNoteRefundEntity } from './credit-note.entity';

@Injectable()
export class CreditNoteRefundsRepository {
  /** Returns the open refunds of the finalized notes of these invoices, oldest note first. */
  async findOpen(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<OpenRefund[]> {
    const rows = await tx.query<{ id: string; invoice_id: string; cents: string }[]>(
      `SELECT id, invoice_id, refund_amount_cents - refunded_amount_cents AS cents FROM credit_notes
        WHERE organization_id = $1 AND invoice_id = ANY ($2) AND status = 'finalized'
          AND refund_amount_cents > refunded_amount_cents
        ORDER BY created_at, id`,
      [organizationId, invoiceIds],
    );
    return rows.map((it) => ({
      creditNoteId: it.id,
      invoiceId: it.invoice_id,
      openCents: BigInt(it.cents),
    }));
  }

  /** Returns the refunds of a payment that count for notes, newest first, without failed ones. */
  async findMade(tx: Transaction, organizationId: string, paymentId: string): Promise<MadeRefund[]> {
    const rows = await tx.query<
      { credit_note_id: string; invoice_id: string; payment_refund_id: string | null; cents: string }[]
    >(
      `SELECT refund.credit_note_id, note.invoice_id, refund.payment_refund_id, sum(refund.amount_cents) AS cents
         FROM credit_note_refunds AS refund
         JOIN credit_notes AS note
           ON note.organization_id = refund.organization_id AND note.id = refund.credit_note_id
        WHERE refund.organization_id = $1 AND refund.payment_id = $2
        GROUP BY refund.credit_note_id, note.invoice_id, refund.payment_refund_id
       HAVING sum(refund.amount_cents) > 0
        ORDER BY max(refund.created_at) DESC, refund.credit_note_id DESC`,
      [organizationId, paymentId],
    );
    return rows.map((it) => ({
      creditNoteId: it.credit_note_id,
      invoiceId: it.invoice_id,
      paymentRefundId: it.payment_refund_id,
      amountCents: BigInt(it.cents),
    }));
  }

  /** Adds a refund to its note. A negative amount is a refund that failed. */
  async add(tx: Transaction, refund: CreditNoteRefundEntity): Promise<void> {
    await tx.insert(CreditNoteRefundEntity, refund);
    const { organizationId, creditNoteId, amountCents, createdAt: now } = refund;
    await tx.query(
      `UPDATE credit_notes
          SET refunded_amount_cents = refunded_amount_cents + $3::bigint, updated_at = $4,
              refund_status = CASE WHEN $3::bigint < 0 THEN 'failed'
                                   WHEN refunded_amount_cents + $3::bigint = refund_amount_cents THEN 'succeeded'
                                   ELSE 'pending' END
        WHERE organization_id = $1 AND id = $2`,
      [organizationId, creditNoteId, amountCents.toString(), now],
    );
  }

  async fail(
    tx: Transaction,
    organizationId: string,
    creditNoteIds: readonly string[],
    now: Date,
  ): Promise<void> {
    await tx.query(
      `UPDATE credit_notes SET refund_status = 'failed', updated_at = $3
        WHERE organization_id = $1 AND id = ANY ($2)`,
      [organizationId, creditNoteIds, now],
    );
  }
}
