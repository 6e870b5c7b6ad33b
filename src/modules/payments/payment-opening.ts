import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import {
  InvalidStateError,
  NotFoundError,
  ValidationFailedError,
  type FieldError,
} from '../../platform/errors/app-error';
import { lookUp, unknownRecord } from '../../platform/errors/unknown-record';
import type { PaymentEntity } from './payment.entity';
import type { PayableTarget } from './payment-target';
import { PaymentTargets } from './payment-targets';
import { PaymentsRepository } from './payments.repository';
import { PaymentProviders } from './providers/payment-providers';
import { ownFieldOf, requireTarget, type NamedTarget, type TargetKey } from './target-key';

/** The target and details of a payment. */
export interface PaymentPurpose extends NamedTarget {
  /** If set, must equal the currency of the target. */
  currency: string | null;
  reference: string | null;
  metadata: Record<string, string>;
}

/** A payment before its outcome is known. */
export interface ExpectedPayment extends PaymentPurpose {
  provider: string;
  providerPaymentId: string | null;
  providerCheckoutId: string | null;
  /** Null for the whole amount due. */
  amountCents: bigint | null;
}

/** Creates payments after checking that the target accepts them. */
@Injectable()
export class PaymentOpening {
  constructor(
    private readonly repository: PaymentsRepository,
    private readonly targets: PaymentTargets,
    private readonly providers: PaymentProviders,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates a pending payment. The caller appends payment.created. The target stays locked until the
   * transaction ends.
   *
   * @throws ValidationFailedError for an unknown target or provider, or a currency that differs from the
   *   target; InvalidStateError if the target accepts no money or the amount exceeds the amount due.
   */
  async open(tx: Transaction, organizationId: string, input: ExpectedPayment): Promise<PaymentEntity> {
    this.providers.assertKnown(input.provider);
    const target = await this.lock(tx, organizationId, requireTarget(input));
    const now = this.clock.now();
    const payment: PaymentEntity = {
      ...UNTOUCHED,
      ...input,
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

  private async lock(tx: Transaction, organizationId: string, key: TargetKey): Promise<PayableTarget> {
    this.targets.assertKnown(key.kind);
    try {
      return await this.targets.lock(tx, organizationId, key);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
    throw new ValidationFailedError([unknownTarget(key)]);
  }
}

const UNTOUCHED = {
  status: 'pending',
  appliedAmountCents: 0n,
  reversedAmountCents: 0n,
  refundedAmountCents: 0n,
  reportedRefundCents: 0n,
  reportedRefundAt: null,
  failureReason: null,
  completedAt: null,
  providerSucceededAt: null,
  providerFailedAt: null,
  providerReinstatedAt: null,
  reversedAt: null,
} as const satisfies Partial<PaymentEntity>;

function unknownTarget({ kind }: TargetKey): FieldError {
  const [field, resource] = [ownFieldOf(kind), kind.replaceAll('_', ' ')];
  if (field !== undefined) return unknownRecord(field, resource, lookUp(resource, `/v1/${kind}s`));
  return unknownRecord('target_id', resource, `Send the ID of an existing ${resource}.`);
}

function currencyOf(target: PayableTarget, { currency }: PaymentPurpose): string {
  if (currency === null || currency === target.currency) return target.currency;
  const message = `currency must be ${target.currency}, the currency of the amount due.`;
  throw ValidationFailedError.of('currency', 'currency_mismatch', message);
}

function amountOf(target: PayableTarget, { amountCents }: ExpectedPayment): bigint {
  const { obstacle, amountDueCents: due, currency } = target;
  if (obstacle !== null) throw new InvalidStateError(obstacle);
  if (due === 0n) throw new InvalidStateError('Nothing is due.');
  if (amountCents === null || amountCents <= due) return amountCents ?? due;
  throw new InvalidStateError(
    `amount_cents must be at most ${due}, the amount due in minor units of ${currency}.`,
  );
}
