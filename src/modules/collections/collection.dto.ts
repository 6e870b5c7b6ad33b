import { applyDecorators } from '@nestjs/common';
import { satisfies, type FieldOptions } from '../../platform/http/field-definition';
import {
  AnswerField,
  CreatedAtField,
  EnumField,
  IdField,
  TextField,
  UpdatedAtField,
  UuidField,
} from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import type { CollectionEntity } from './collection.entity';
import {
  COLLECTION_KINDS,
  COLLECTION_STATUSES,
  type CollectionKind,
  type CollectionStatus,
} from './collection.rules';

const UUID = { type: String, format: 'uuid' } as const;
const INSTANT = { type: String, format: 'date-time', nullable: true } as const;
const FIELDS = {
  invoice_id: {
    description: 'Id of the invoice that is collected',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  },
  payment_request_id: {
    description: 'Id of the payment request that is collected, instead of an invoice',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0b',
  },
  customer_id: { description: 'Id of the customer', example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0c' },
  kind: {
    description: '`link`: a page of the provider on which the payer pays; `charge`: of a saved method',
    example: 'link',
  },
  provider: { description: 'The provider that collects', example: 'stripe' },
  status: {
    description:
      '`created`: not sent yet; `open`: the payer can pay; `processing`: money is on its way, or `requires_action`; `failed`: the last try was declined; `unknown`: the answer was lost',
    example: 'open',
  },
};
const ID = '0199a3c4-5b7e-7a21-8d3c-4e5f6a7b8c9d';

const PAY_PAGE =
  'https://billing.example.com/pay/AAGZo8RbfnwzmgEvbo1MGwoBmaPEW358M5oBL26NTBsL3sVQp1Yf0aUq7tLw2xRk9mZ4';

const MAX_URL = 2048;

function isHttpUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  return ['http:', 'https:'].includes(new URL(value).protocol);
}

/** An absolute URL to which the payer is sent. */
const PageUrlField = (options: FieldOptions): PropertyDecorator =>
  applyDecorators(
    TextField({ ...options, max: MAX_URL }),
    satisfies('isHttpUrl', isHttpUrl, 'invalid_format', 'must be an http:// or https:// URL'),
  );

export class CheckoutDto {
  @TextField({
    description: 'The provider whose page it is; by default the only one that is connected for collecting',
    example: 'stripe',
    max: 64,
    optional: true,
  })
  provider?: string;

  @PageUrlField({
    description: 'Where the payer goes after paying',
    example: 'https://shop.example/thanks',
  })
  success_url!: string;

  @PageUrlField({
    description: 'Where the payer goes without paying',
    example: 'https://shop.example/cart',
  })
  cancel_url!: string;
}

export class CheckoutResponseDto {
  @AnswerField({ ...UUID, description: 'Id of the collection', example: ID }) collection_id!: string;
  @AnswerField({
    description: 'The page of this service on which the payer pays, always the same for what is paid',
    type: String,
    example: PAY_PAGE,
  })
  url!: string;
  @AnswerField({
    ...INSTANT,
    description: 'When the provider’s page behind it ends; ours then makes another',
    example: '2026-01-02T09:30:00.000Z',
  })
  expires_at!: string | null;
}

export class ListCollectionsDto extends pageQuery(['created_at']) {
  @UuidField({ ...FIELDS.invoice_id, description: 'Only those of this invoice', optional: true })
  invoice_id?: string;

  @UuidField({
    ...FIELDS.payment_request_id,
    description: 'Only those of this payment request',
    optional: true,
  })
  payment_request_id?: string;

  @UuidField({ ...FIELDS.customer_id, description: 'Only those of this customer', optional: true })
  customer_id?: string;

  @EnumField({
    description: 'Only collections with this status',
    example: 'open',
    values: COLLECTION_STATUSES,
    optional: true,
  })
  status?: CollectionStatus;

  @EnumField({
    description: 'Only collections of this kind',
    example: 'link',
    values: COLLECTION_KINDS,
    optional: true,
  })
  kind?: CollectionKind;

  @TextField({
    ...FIELDS.provider,
    description: 'Only collections of this provider',
    max: 64,
    optional: true,
  })
  provider?: string;
}

export class CollectionDto {
  @IdField('collection', ID) id!: string;
  @AnswerField({ ...FIELDS.invoice_id, ...UUID, nullable: true }) invoice_id!: string | null;
  @AnswerField({ ...FIELDS.payment_request_id, ...UUID, nullable: true, example: null })
  payment_request_id!: string | null;
  @AnswerField({ ...FIELDS.customer_id, ...UUID }) customer_id!: string;
  @AnswerField({ ...FIELDS.kind, type: String, enum: [...COLLECTION_KINDS] }) kind!: string;
  @AnswerField({ ...FIELDS.provider, type: String }) provider!: string;
  @AnswerField({
    description: 'What is collected, in the minor unit of the currency',
    type: 'integer',
    example: 5000,
  })
  amount_cents!: number;
  @AnswerField({ description: 'ISO 4217 code', type: String, example: 'EUR' }) currency!: string;
  @AnswerField({ ...FIELDS.status, type: String, enum: [...COLLECTION_STATUSES] }) status!: string;
  @AnswerField({
    description: 'Whether the payer has to authenticate before the money moves',
    type: Boolean,
    example: false,
  })
  requires_action!: boolean;
  @AnswerField({
    description:
      'The page of this service on which the payer pays or authenticates; null when nothing is left to do',
    type: String,
    nullable: true,
    example: PAY_PAGE,
  })
  action_url!: string | null;
  @AnswerField({
    ...INSTANT,
    description: 'When the provider’s page behind it ends',
    example: '2026-01-02T09:30:00.000Z',
  })
  expires_at!: string | null;
  @AnswerField({
    ...INSTANT,
    description: 'Since when it can take no money any more, because the provider said so',
    example: null,
  })
  dead_at!: string | null;
  @AnswerField({
    description: 'Id of the object at the provider',
    type: String,
    nullable: true,
    example: 'cs_live_a1',
  })
  provider_object_id!: string | null;
  @AnswerField({
    ...UUID,
    description: 'Id of the payment, once the provider reported money',
    nullable: true,
    example: null,
  })
  payment_id!: string | null;
  @AnswerField({
    description: 'Code of the failure: the provider’s, or `provider_rejected`',
    type: String,
    nullable: true,
    example: null,
  })
  failure_code!: string | null;
  @AnswerField({ description: 'Why it failed', type: String, nullable: true, example: null })
  failure_reason!: string | null;
  @AnswerField({ description: 'Number within its target, from 1', type: 'integer', example: 1 })
  attempt_number!: number;
  @CreatedAtField() created_at!: string;
  @UpdatedAtField() updated_at!: string;
}

/** What the caller of a checkout asks for. */
export interface CheckoutInput {
  provider: string | null;
  successUrl: string;
  cancelUrl: string;
}

export function toCheckoutInput(body: CheckoutDto): CheckoutInput {
  return { provider: body.provider ?? null, successUrl: body.success_url, cancelUrl: body.cancel_url };
}

/** @param payUrl the address of our page to pay */
export function toCollectionResponse(collection: CollectionEntity, payUrl: string): CollectionDto {
  const isOver = collection.deadAt !== null || collection.status === 'succeeded';
  return {
    id: collection.id,
    invoice_id: collection.invoiceId,
    payment_request_id: collection.paymentRequestId,
    customer_id: collection.customerId,
    kind: collection.kind,
    provider: collection.provider,
    amount_cents: Number(collection.amountCents),
    currency: collection.currency,
    status: collection.status,
    requires_action: collection.requiresAction,
    action_url: !isOver && (collection.url !== null || collection.requiresAction) ? payUrl : null,
    expires_at: collection.expiresAt?.toISOString() ?? null,
    dead_at: collection.deadAt?.toISOString() ?? null,
    provider_object_id: collection.providerObjectId,
    payment_id: collection.paymentId,
    failure_code: collection.failureCode,
    failure_reason: collection.failureReason,
    attempt_number: collection.attemptNumber,
    created_at: collection.createdAt.toISOString(),
    updated_at: collection.updatedAt.toISOString(),
  };
}
