import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { InvalidStateError, ValidationFailedError } from '../../../platform/errors/app-error';
import { InvoiceReservations } from '../../invoices';
import { PaymentProviders } from '../providers/payment-providers';
import type { PayableTarget } from '../targets/payment-target';
import { PaymentTargets, type TargetKey } from '../targets/payment-targets';
import type { PaymentEntity } from './payment.entity';
import { PaymentsRepository } from './payments.repository';
import { columnsOf } from './target-columns';

/** The provider of payments that a person reports on. */
export const MANUAL = 'manual';

/** What a payment is for. */
export interface PaymentPurpose {
  target: TargetKey;
  /** If set, it must be the currency of the target. */
  currency: string | null;
  reference: string | null;
  metadata: Record<string, string>;
}

/** A payment that a provider, or a person, will report on. */
export interface ExpectedPayment extends PaymentPurpose {
  provider: string;
  providerPaymentId: string | null;
  providerCheckoutId: string | null;
  /** Null: everything that is due. */
  amountCents: bigint | null;
}

/** Creates payments, after checking that their target accepts the money. */
@Injectable()
export class PaymentOpening {
  constructor(
    private readonly repository: PaymentsRepository,
    private readonly targets: PaymentTargets,
    private readonly providers: PaymentProviders,
    private readonly reservations: InvoiceReservations,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates a pending payment. The caller appends payment.created. The target stays locked until the transaction ends.
   *
   * @throws ValidationFailedError for an unknown target or provider and for another currency;
   *   InvalidStateError for more than is due.
   */
  async open(tx: Transaction, organizationId: string, input: ExpectedPayment): Promise<PaymentEntity> {
    this.providers.assertKnown(input.provider);
    const { target: key, ...fields } = input;
    const target = await this.lock(tx, organizationId, key);
    const now = this.clock.now();
    const payment: PaymentEntity = {
      ...UNTOUCHED,
      ...fields,
      ...columnsOf(key),
      organizationId,
      id: newId(),
      customerId: target.customerId,
      currency: currencyOf(target, input),
      amountCents: amountOf(target, input),
      createdAt: now,
      updatedAt: now,
    };
    await this.repository.insert(tx, payment);
    return payment;
  }

  /**
   * As `open`, for money that a person received.
   *
   * @throws CollectionInFlightError while a provider may still take the money
   */
  async openByHand(tx: Transaction, organizationId: string, input: ExpectedPayment): Promise<PaymentEntity> {
    const payment = await this.open(tx, organizationId, input);
    const invoices = await this.targets.invoicesOf(tx, organizationId, input.target);
    const ids = invoices.map((it) => it.invoiceId);
    await this.reservations.assertNone(tx, organizationId, ids);
    return payment;
  }

  private async lock(tx: Transaction, organizationId: string, key: TargetKey): Promise<PayableTarget> {
    const { types } = this.targets;
    if (!types.includes(key.type)) {
      const message = `target_type must be one of: ${types.join(', ')}.`;
      throw ValidationFailedError.of('target_type', 'invalid_value', message);
    }
    const target = await this.targets.lock(tx, organizationId, key);
    if (target !== null) return target;
    const field = FIELDS.get(key.type) ?? 'target_id';
    const message = `${field} does not exist in this organization.`;
    throw ValidationFailedError.of(field, `unknown_${key.type}`, message);
  }
}

/** The fields of requests that name a target without its type. */
const FIELDS = new Map([
  ['invoice', 'invoice_id'],
  ['payment_request', 'payment_request_id'],
]);

/** The fields of a payment that has not moved yet. */
export const UNTOUCHED = {
  status: 'pending',
  settledAmountCents: 0n,
  refundedAmountCents: 0n,
  reversedAmountCents: 0n,
  reportedRefundCents: 0n,
  surplusAmountCents: 0n,
  surplusRefundStatus: 'none',
  needsReview: false,
  failureReason: null,
  completedAt: null,
  providerSucceededAt: null,
  providerFailedAt: null,
  reversedAt: null,
} as const satisfies Partial<PaymentEntity>;

function currencyOf(target: PayableTarget, { currency, target: { type } }: PaymentPurpose): string {
  if (currency === null || currency === target.currency) return target.currency;
  const message = `currency must be ${target.currency}, the currency of the ${type.replaceAll('_', ' ')}.`;
  throw ValidationFailedError.of('currency', 'currency_mismatch', message);
}

function amountOf(target: PayableTarget, { amountCents }: ExpectedPayment): bigint {
  const { obstacle, amountDueCents: due, currency } = target;
  if (obstacle !== null) throw new InvalidStateError(obstacle);
  if (due === 0n) throw new InvalidStateError('Nothing is due.');
  if (amountCents === null || amountCents <= due) return amountCents ?? due;
  throw new InvalidStateError(
    `amount_cents must be at most ${due}, the amount due in the minor unit of ${currency}.`,
  );
}
