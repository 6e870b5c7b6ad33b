import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CreditNoteEntity, CreditNoteRefundEntity } from '../credit-note.entity';
import type { CreditNoteStatus } from '../credit-note.rules';

/** A note whose refund no payment has made, or not all of it. */
export interface OpenRefund {
  creditNoteId: string;
  invoiceId: string;
  status: CreditNoteStatus;
  /** Above 0. */
  leftCents: bigint;
}

/** What a payment refunded for a note. */
export interface GivenRefund {
  creditNoteId: string;
  invoiceId: string;
  /** Null when the provider reported only a running total. */
  paymentRefundId: string | null;
  amountCents: bigint;
}

/** Queries of the refunds of notes. */
@Injectable()
export class CreditNoteRefundsRepository {
  /** Returns the open refunds of the notes of invoices, oldest note first, with those of drafts. */
  async findOpen(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<OpenRefund[]> {
    const rows = await tx.query<
      { id: string; invoice_id: string; status: CreditNoteStatus; cents: string }[]
    >(
      `SELECT id, invoice_id, status, refund_amount_cents - refunded_amount_cents AS cents FROM credit_notes
        WHERE organization_id = $1 AND invoice_id = ANY ($2) AND status <> 'voided'
          AND refund_amount_cents > refunded_amount_cents
        ORDER BY created_at, id`,
      [organizationId, invoiceIds],
    );
    return rows.map((it) => ({
      creditNoteId: it.id,
      invoiceId: it.invoice_id,
      status: it.status,
      leftCents: BigInt(it.cents),
    }));
  }

  /** Returns what a payment refunded for notes, newest first, without what came back. */
  async findOfPayment(tx: Transaction, organizationId: string, paymentId: string): Promise<GivenRefund[]> {
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

  find(tx: Transaction, organizationId: string, id: string): Promise<CreditNoteEntity | null> {
    return tx.findOneBy(CreditNoteEntity, { organizationId, id });
  }

  async insert(tx: Transaction, refund: CreditNoteRefundEntity): Promise<void> {
    await tx.insert(CreditNoteRefundEntity, refund);
  }

  /** Adds to the refunded amount of a note. @param isFailed whether a refund of it failed. */
  async addRefunded(
    tx: Transaction,
    { organizationId, creditNoteId, amountCents, createdAt: now }: CreditNoteRefundEntity,
    isFailed: boolean,
  ): Promise<void> {
    await tx.query(
      `UPDATE credit_notes
          SET refunded_amount_cents = refunded_amount_cents + $3, updated_at = $4,
              refund_status = CASE WHEN $5 THEN 'failed'
                                   WHEN refunded_amount_cents + $3 = refund_amount_cents THEN 'succeeded'
                                   ELSE 'pending' END
        WHERE organization_id = $1 AND id = $2`,
      [organizationId, creditNoteId, amountCents, now, isFailed],
    );
  }
}
