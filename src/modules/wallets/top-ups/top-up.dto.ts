import { AnswerField, CreatedAtField, IdField, UpdatedAtField } from '../../../platform/http/fields';
import { pageQuery } from '../../../platform/http/paging';
import { TOP_UP_STATUSES, type WalletTopUpEntity } from './wallet-top-up.entity';

export class ListTopUpsDto extends pageQuery(['created_at']) {}

export class WalletTopUpDto {
  @IdField('top-up', '0199a3c4-5b7e-7c55-8a66-8f0a1b2c3d4e') id!: string;
  @IdField('wallet', '0199a3c4-5b7e-7a11-8b22-4c6d8e0f1a2b') wallet_id!: string;
  @IdField('invoice that sells the credits', '0199a3c4-5b7e-7d77-9c88-9a1b2c3d4e5f') invoice_id!: string;
  @AnswerField({ description: 'Credits that are sold', type: String, example: '50' }) credits!: string;
  @AnswerField({ description: 'Price in the minor unit', type: 'integer', example: 5000 })
  amount_cents!: number;

  @AnswerField({
    description:
      '`pending`: not paid yet; `granted`: paid and added; `canceled`: its invoice was voided; `undelivered`: paid after ' +
      'the wallet had ended',
    type: String,
    enum: [...TOP_UP_STATUSES],
    example: 'pending',
  })
  status!: string;

  @AnswerField({
    description: 'Worth of the credits that refunds took back',
    type: 'integer',
    example: 0,
  })
  taken_back_cents!: number;

  @AnswerField({
    description: 'Worth of refunded credits that were spent',
    type: 'integer',
    example: 0,
  })
  not_taken_back_cents!: number;

  @AnswerField({ description: 'Whether `auto_top_up` began it', type: Boolean, example: true })
  automatic!: boolean;

  @AnswerField({
    description: 'Whether a person has to act: refund an `undelivered` one',
    type: Boolean,
    example: false,
  })
  needs_review!: boolean;

  @CreatedAtField() created_at!: string;
  @UpdatedAtField() updated_at!: string;
}

export function toTopUpResponse(topUp: WalletTopUpEntity): WalletTopUpDto {
  return {
    id: topUp.id,
    wallet_id: topUp.walletId,
    invoice_id: topUp.invoiceId,
    credits: topUp.credits,
    amount_cents: Number(topUp.amountCents),
    status: topUp.status,
    taken_back_cents: Number(topUp.takenBackCents),
    not_taken_back_cents: Number(topUp.notTakenBackCents),
    automatic: topUp.automatic,
    needs_review: topUp.status === 'undelivered',
    created_at: topUp.createdAt.toISOString(),
    updated_at: topUp.updatedAt.toISOString(),
  };
}
