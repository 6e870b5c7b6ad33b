import {
  AnswerField,
  BooleanField,
  EnumField,
  IntegerField,
  ListOf,
  TextField,
  UuidField,
} from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { IdOf, KeyOf } from '../../platform/http/references';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { CUSTOMER_REFERENCE, IncludeCustomerField } from '../customers';
import { FrozenDetailsDto, toFrozenDetails } from '../documents';
import { TaxAmountsAnswer, TaxCategoryDto, toTaxAmounts, toTaxCategories, type TaxAmountDto } from '../taxes';
import type { CreditNote, NewCreditNote } from './credit-note';
import {
  CREDIT_NOTE_REASONS,
  CREDIT_NOTE_STATUSES,
  REFUND_STATUSES,
  type CreditNoteReason,
  type CreditNoteStatus,
} from './credit-note.rules';

const MAX_ITEMS = 1000;
const AMOUNT = { min: 0, max: Number.MAX_SAFE_INTEGER, optional: true };

const ITEM = {
  fee_id: { description: 'ID of a fee of the invoice', example: '0199a3c4-5b7e-7d99-a0b1-8c9d0e1f2a3b' },
  amount_cents: { description: 'Amount to credit for this fee, before taxes, in minor units', example: 1000 },
};

const FIELDS = {
  invoice_id: { description: 'ID of the credited invoice', example: '0199a3c4-5b7e-7c88-9fa0-7b8c9d0e1f2a' },
  reason: { description: 'Reason for the credit note', example: 'product_unsatisfactory' },
  description: { description: 'Description for your own use', example: 'The import failed for two days' },
  credit_amount_cents: { description: 'Credit for later invoices, in minor units', example: 1200 },
  refund_amount_cents: {
    description: 'Amount to refund to the customer, in minor units; at most the amount paid and not refunded',
    example: 0,
  },
  offset_amount_cents: {
    description:
      'Amount to offset against the amount due on the same invoice, in minor units; at most the amount due',
    example: 0,
  },
  status: {
    description:
      'Status of the credit note; credit can be used only while it is `finalized`. A note on a draft invoice ' +
      'remains a draft until the invoice is finalized',
    example: 'finalized',
  },
};

export class CreditNoteItemInputDto {
  @UuidField(ITEM.fee_id) fee_id!: string;

  @IntegerField({ ...ITEM.amount_cents, min: 1, max: Number.MAX_SAFE_INTEGER }) amount_cents!: number;
}

export class CreateCreditNoteDto {
  @UuidField(FIELDS.invoice_id) invoice_id!: string;
  @EnumField({ ...FIELDS.reason, values: CREDIT_NOTE_REASONS }) reason!: CreditNoteReason;
  @TextField({ ...FIELDS.description, max: 1000, optional: true, nullable: true })
  description?: string | null;

  @ListOf(() => CreditNoteItemInputDto, {
    description: `1 to ${MAX_ITEMS} fees to credit. The taxes of each fee are added`,
    example: [{ fee_id: ITEM.fee_id.example, amount_cents: ITEM.amount_cents.example }],
    max: MAX_ITEMS,
  })
  items!: CreditNoteItemInputDto[];

  @IntegerField({
    ...FIELDS.credit_amount_cents,
    description: `${FIELDS.credit_amount_cents.description}. Defaults to the total if none of the three amounts is sent`,
    example: 1000,
    ...AMOUNT,
  })
  credit_amount_cents?: number;

  @IntegerField({ ...FIELDS.refund_amount_cents, ...AMOUNT }) refund_amount_cents?: number;
  @IntegerField({ ...FIELDS.offset_amount_cents, ...AMOUNT }) offset_amount_cents?: number;

  @BooleanField({
    description: 'Whether to finalize the credit note immediately; otherwise it remains a draft',
    example: false,
    optional: true,
    default: false,
  })
  finalize?: boolean;
}

const ITEM_ID = '0199a3c4-5b7e-7eaa-b1c2-9d0e1f2a3b4c';

export class ListCreditNotesDto extends pageQuery(['created_at']) {
  @IncludeCustomerField() include?: string;
  @IdOf(CUSTOMER_REFERENCE, { description: 'Filter by customer', optional: true })
  customer_id?: string;

  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;

  @UuidField({ ...FIELDS.invoice_id, description: 'Filter by invoice', optional: true })
  invoice_id?: string;

  @EnumField({
    ...FIELDS.status,
    description: 'Filter by status',
    values: CREDIT_NOTE_STATUSES,
    optional: true,
  })
  status?: CreditNoteStatus;
}

export class CreditNoteItemDto {
  @AnswerField({ description: 'ID of the item', type: String, format: 'uuid', example: ITEM_ID })
  id!: string;

  @AnswerField({ ...ITEM.fee_id, type: String, format: 'uuid' }) fee_id!: string;
  @AnswerField({ ...ITEM.amount_cents, type: 'integer' }) amount_cents!: number;

  @AnswerField({ description: 'Taxes on this amount, in minor units', type: 'integer', example: 200 })
  taxes_amount_cents!: number;

  @TaxAmountsAnswer('Taxes on this amount, each with its part')
  taxes!: TaxAmountDto[];
}

export class CreditNoteDto extends FrozenDetailsDto {
  @AnswerField({
    description: 'ID of the credit note',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7fbb-82d3-0e1f2a3b4c5d',
  })
  id!: string;

  @AnswerField({
    description:
      'Invoice number, followed by the sequence number of the note; null while the invoice is a draft',
    type: String,
    nullable: true,
    example: 'INV-000042-CN1',
  })
  number!: string | null;

  @AnswerField({ ...FIELDS.invoice_id, type: String, format: 'uuid' }) invoice_id!: string;

  @AnswerField({
    description: "ID of the invoice's customer",
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  })
  customer_id!: string;

  @AnswerField({ ...FIELDS.status, type: String, enum: [...CREDIT_NOTE_STATUSES] }) status!: string;
  @AnswerField({ ...FIELDS.reason, type: String, enum: [...CREDIT_NOTE_REASONS] }) reason!: string;
  @AnswerField({ ...FIELDS.description, type: String, nullable: true }) description!: string | null;
  @AnswerField({ description: 'Currency of the invoice', type: String, example: 'EUR' }) currency!: string;

  @AnswerField({ description: 'Credited fees', type: [CreditNoteItemDto] })
  items!: CreditNoteItemDto[];

  @AnswerField({ ...FIELDS.credit_amount_cents, type: 'integer' }) credit_amount_cents!: number;
  @AnswerField({ ...FIELDS.refund_amount_cents, type: 'integer' }) refund_amount_cents!: number;
  @AnswerField({ ...FIELDS.offset_amount_cents, type: 'integer' }) offset_amount_cents!: number;

  @AnswerField({
    description:
      'Whether refunds of payments have returned the refund: `pending` until all of it is returned, `failed` ' +
      'after a refund failed, until it is made again; null without a refund, and before finalization',
    type: String,
    enum: [...REFUND_STATUSES],
    nullable: true,
    example: null,
  })
  refund_status!: string | null;

  @AnswerField({
    description: 'Credit that is still available to invoices, in minor units; 0 unless the note is finalized',
    type: 'integer',
    example: 1200,
  })
  balance_amount_cents!: number;

  @AnswerField({ description: 'Taxes on all items, in minor units', type: 'integer', example: 200 })
  taxes_amount_cents!: number;

  @TaxAmountsAnswer('Taxes on all items, each with its sum')
  taxes!: TaxAmountDto[];

  @AnswerField({ description: 'Sums by tax category and rate (EN 16931)', type: [TaxCategoryDto] })
  tax_categories!: TaxCategoryDto[];

  @AnswerField({
    description: 'Sum of all items, including taxes, in minor units',
    type: 'integer',
    example: 1200,
  })
  total_amount_cents!: number;

  @AnswerField({
    description: 'Local date on which the credit note was finalized; null if never',
    type: String,
    format: 'date',
    nullable: true,
    example: '2026-01-01',
  })
  issuing_date!: string | null;

  @AnswerField({
    description: 'When the credit note was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the credit note was last updated',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;

  @AnswerField({
    description: 'When the credit note was finalized; null if never',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-01T09:30:00.000Z',
  })
  finalized_at!: string | null;

  @AnswerField({
    description: 'When the credit note was voided; null if never',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  voided_at!: string | null;
}

const cents = (value: number | undefined): bigint | undefined =>
  value === undefined ? undefined : BigInt(value);

export function toNewCreditNote(body: CreateCreditNoteDto): NewCreditNote {
  return {
    invoiceId: body.invoice_id,
    reason: body.reason,
    description: body.description ?? null,
    items: body.items.map((it) => ({ feeId: it.fee_id, amountCents: BigInt(it.amount_cents) })),
    split: withoutUndefined({
      creditCents: cents(body.credit_amount_cents),
      refundCents: cents(body.refund_amount_cents),
      offsetCents: cents(body.offset_amount_cents),
    }),
    isFinal: body.finalize ?? false,
  };
}

export function toCreditNoteResponse(note: CreditNote): CreditNoteDto {
  return {
    id: note.id,
    number: note.number,
    invoice_id: note.invoiceId,
    customer_id: note.customerId,
    status: note.status,
    reason: note.reason,
    description: note.description,
    currency: note.currency,
    items: note.items.map((it) => ({
      id: it.id,
      fee_id: it.feeId,
      amount_cents: Number(it.amountCents),
      taxes_amount_cents: Number(it.taxesAmountCents),
      taxes: toTaxAmounts([it]),
    })),
    credit_amount_cents: Number(note.creditAmountCents),
    refund_amount_cents: Number(note.refundAmountCents),
    offset_amount_cents: Number(note.offsetAmountCents),
    refund_status: note.refundStatus,
    balance_amount_cents: Number(note.balanceAmountCents),
    taxes_amount_cents: Number(note.taxesAmountCents),
    taxes: toTaxAmounts(note.items),
    tax_categories: toTaxCategories(note.items),
    ...toFrozenDetails(note),
    total_amount_cents: Number(note.totalAmountCents),
    issuing_date: note.issuingDate,
    created_at: note.createdAt.toISOString(),
    updated_at: note.updatedAt.toISOString(),
    finalized_at: note.finalizedAt?.toISOString() ?? null,
    voided_at: note.voidedAt?.toISOString() ?? null,
  };
}
