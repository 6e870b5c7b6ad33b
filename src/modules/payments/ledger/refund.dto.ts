import { IntegerField, UuidField } from '../../../platform/http/fields';
import type { RefundByHand } from './payment-refunds';

export class RefundPaymentDto {
  @IntegerField({
    description:
      'Refunded amount in the minor unit of the currency; default: everything that is left, of the credit note if one is named',
    example: 1500,
    optional: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
  })
  amount_cents?: number;

  @UuidField({
    description:
      'Id of the credit note whose refund this is: finalized, and of an invoice that the payment paid. What credit notes will ' +
      'refund cannot be refunded without naming them',
    example: '0199a3c4-5b7e-7fbb-82d3-0e1f2a3b4c5d',
    optional: true,
    nullable: true,
  })
  credit_note_id?: string | null;
}

export function toRefundByHand(body: RefundPaymentDto): RefundByHand {
  const { amount_cents: cents, credit_note_id: creditNoteId = null } = body;
  return { amountCents: cents === undefined ? null : BigInt(cents), creditNoteId };
}
