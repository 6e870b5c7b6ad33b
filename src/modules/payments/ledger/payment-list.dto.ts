import { BooleanField, EnumField, InstantField, UuidField } from '../../../platform/http/fields';
import { pageQuery } from '../../../platform/http/paging';
import { ProviderField } from '../providers/provider.field';
import { FIELDS } from './payment.fields';
import { PAYMENT_STATUSES, type PaymentStatus } from './payment.rules';

export class ListPaymentsDto extends pageQuery(['created_at']) {
  @UuidField({ ...FIELDS.invoice_id, description: 'Only those of this invoice', optional: true })
  invoice_id?: string;

  @UuidField({
    ...FIELDS.payment_request_id,
    description: 'Only those of this payment request',
    optional: true,
  })
  payment_request_id?: string;

  @UuidField({
    ...FIELDS.target_id,
    description: 'Only payments of this record, of a type that this installation adds',
    optional: true,
  })
  target_id?: string;

  @UuidField({ ...FIELDS.customer_id, description: 'Only those of this customer', optional: true })
  customer_id?: string;

  @EnumField({
    description: 'Only payments with this status',
    example: 'succeeded',
    values: PAYMENT_STATUSES,
    optional: true,
  })
  status?: PaymentStatus;

  @ProviderField({ ...FIELDS.provider, description: 'Only payments of this provider', optional: true })
  provider?: string;

  @BooleanField({
    description: 'Only payments whose money a person has to decide about, or only the others',
    example: true,
    optional: true,
    fromQuery: true,
  })
  needs_review?: boolean;

  @InstantField({
    description: 'Only payments created at this instant or later',
    example: '2026-01-01T00:00:00Z',
    optional: true,
  })
  created_after?: Date;

  @InstantField({
    description: 'Only payments created before this instant',
    example: '2026-02-01T00:00:00Z',
    optional: true,
  })
  created_before?: Date;
}
