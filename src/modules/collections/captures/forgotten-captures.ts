import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { logger } from '../../../platform/observability/logger';
import { CollectedPayments, PaymentTargets } from '../../payments';
import type { Capture } from '../../payments/collector-kit';
import { CaptureComparisonsRepository, QUEUE } from './capture-comparisons.repository';

/** The account whose captures are compared. */
export interface Captor {
  readonly organizationId: string;
  readonly provider: string;
}

/** Takes in money of collections that do not exist here: a restore has forgotten them (docs/payments.md#after-a-restore). */
@Injectable()
export class ForgottenCaptures {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CaptureComparisonsRepository,
    private readonly payments: CollectedPayments,
    private readonly targets: PaymentTargets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async take(captor: Captor, capture: Capture, collectionId: string): Promise<void> {
    if (!(await this.settle(captor, capture))) await this.noteUnknown(captor, capture, collectionId);
  }

  /** Applies a payment to the invoice or payment request that its metadata names. Returns whether that exists. */
  private async settle({ organizationId, provider }: Captor, capture: Capture): Promise<boolean> {
    const { target = null, providerPaymentId, amountCents, currency, refundedCents, capturedAt } = capture;
    if (target === null) return false;
    return this.transactions.runFor({ organizationId, job: QUEUE }, async (tx) => {
      await this.payments.lock(tx, organizationId, provider, [providerPaymentId]);
      const payable = await this.targets.lock(tx, organizationId, target);
      if (payable === null) return false;
      const { customerId } = payable;
      const ids = { organizationId, provider, target, customerId, paymentId: newId(), providerPaymentId };
      const money = { amountCents, currency, refundedCents, capturedAt };
      await this.payments.receive(tx, { ...ids, ...money, checkoutId: null });
      return true;
    });
  }

  private async noteUnknown(
    { organizationId, provider }: Captor,
    { providerPaymentId, amountCents, currency, capturedAt }: Capture,
    collectionId: string,
  ): Promise<void> {
    const unknown = { organizationId, id: newId(), provider, providerPaymentId, collectionId };
    const money = { amountCents, currency, capturedAt, createdAt: this.clock.now() };
    const isNew = await this.transactions.runFor({ organizationId, job: QUEUE }, (tx) =>
      this.repository.insertUnknown(tx, { ...unknown, ...money }),
    );
    if (isNew)
      logger.error({ ...unknown }, 'A provider took money for a collection that does not exist here');
  }
}
