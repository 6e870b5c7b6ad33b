import { EnumField, IntegerField, UuidField } from '../../../platform/http/fields';
import { pageQuery } from '../../../platform/http/paging';
import { REFUND_ORDER_STATUSES, type RefundOrderStatus } from './refund-order.rules';
import type { RefundFilters } from './refund-orders.repository';

const PAYMENT = '0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e';
const NOTE = '0199a3c4-5b7e-7fbb-82d3-0e1f2a3b4c5d';

export class OrderRefundDto {
  @IntegerField({
    description: 'What goes back, in the minor unit of the currency; default: everything that is left',
    example: 1500,
    optional: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
  })
  amount_cents?: number;

  @UuidField({
    description: 'Id of the finalized credit note that it is for',
    example: NOTE,
    optional: true,
    nullable: true,
  })
  credit_note_id?: string | null;
}

export class ListRefundsDto extends pageQuery(['created_at']) {
  @UuidField({ description: 'Only refunds of this payment', example: PAYMENT, optional: true })
  payment_id?: string;

  @UuidField({ description: 'Only refunds for this credit note', example: NOTE, optional: true })
  credit_note_id?: string;

  @EnumField({
    description: 'Only refunds with this status',
    example: 'failed',
    values: REFUND_ORDER_STATUSES,
    optional: true,
  })
  status?: RefundOrderStatus;
}

export function toRefundFilters(query: ListRefundsDto): RefundFilters {
  return { paymentId: query.payment_id, creditNoteId: query.credit_note_id, status: query.status };
}
