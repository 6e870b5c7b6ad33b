import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { InvalidStateError, NotFoundError } from '../../../platform/errors/app-error';
import { CollectionInFlightError } from '../../invoices';
import { PaymentTargets, type CoveredInvoice, type TargetKey } from '../../payments';
import { CaptureComparisonsRepository } from '../captures/capture-comparisons.repository';
import type { CollectionEntity } from '../collection.entity';
import { CollectionsRepository } from '../collections.repository';
import { CollectionNews } from './collection-news';
import { leaseFrom } from './collection-state.rules';
import { columnsOf } from './collection-target';

/** What is due on a target, whose lock is held. */
export interface DueTarget {
  readonly key: TargetKey;
  readonly customerId: string;
  readonly currency: string;
  readonly amountDueCents: bigint;
  /** What the payer reads. */
  readonly description: string;
  readonly invoices: readonly CoveredInvoice[];
}

/** How a target is collected. */
export interface CollectionTerms {
  readonly id: string;
  readonly kind: CollectionEntity['kind'];
  readonly provider: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly providerCustomerId: string | null;
  readonly providerMethodId: string | null;
  /** Whether the caller asks for the object itself, right after the commit; otherwise the queue does. */
  readonly isSent: boolean;
}

/** Creates collections with what they reserve, before the provider is called (docs/payments.md#reservations). */
@Injectable()
export class CollectionOpening {
  constructor(
    private readonly repository: CollectionsRepository,
    private readonly targets: PaymentTargets,
    private readonly news: CollectionNews,
    private readonly comparisons: CaptureComparisonsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Locks a target and returns what is due on it.
   *
   * @throws NotFoundError; InvalidStateError when it accepts no money, or nothing is due
   */
  async lock(tx: Transaction, organizationId: string, key: TargetKey): Promise<DueTarget> {
    const target = await this.targets.lock(tx, organizationId, key);
    if (target === null) throw new NotFoundError(key.type.replaceAll('_', ' '));
    const { customerId, currency, amountDueCents, obstacle } = target;
    if (obstacle !== null) throw new InvalidStateError(obstacle);
    if (amountDueCents === 0n) throw new InvalidStateError('Nothing is due.');
    const invoices = await this.targets.invoicesOf(tx, organizationId, key);
    const description = target.label ?? 'Invoices';
    return { key, customerId, currency, amountDueCents, description, invoices };
  }

  /** Returns the collections that reserve any of its invoices. */
  async openOf(
    tx: Transaction,
    organizationId: string,
    { invoices }: Pick<DueTarget, 'invoices'>,
  ): Promise<readonly CollectionEntity[]> {
    const ids = invoices.map((it) => it.invoiceId);
    return this.repository.findReserving(tx, organizationId, ids);
  }

  /**
   * Creates the collection of everything that is due on a locked target.
   *
   * @throws CollectionInFlightError while another collection reserves one of the invoices; ServiceUnavailableError after a
   *   restore
   */
  async open(
    tx: Transaction,
    organizationId: string,
    target: DueTarget,
    { isSent, ...terms }: CollectionTerms,
  ): Promise<CollectionEntity> {
    await this.comparisons.assertCompared(tx, organizationId);
    const [other] = await this.openOf(tx, organizationId, target);
    if (other !== undefined) throw new CollectionInFlightError(other.id);
    const now = this.clock.now();
    const sentAt = await this.repository.now(tx);
    const { key, customerId, currency, amountDueCents: amountCents, description } = target;
    const collection: CollectionEntity = {
      ...UNSENT,
      ...terms,
      ...columnsOf(key),
      ...{ organizationId, customerId, currency, amountCents, description },
      attemptNumber: await this.repository.nextAttempt(tx, organizationId, key),
      announcedPaymentId: newId(),
      requestedAt: isSent ? sentAt : null,
      nextActionAt: isSent ? leaseFrom(sentAt) : sentAt,
      createdAt: now,
      updatedAt: now,
    };
    await this.repository.insert(tx, collection, target.invoices);
    await this.news.created(tx, collection);
    return collection;
  }
}

const UNSENT = {
  status: 'created',
  requiresAction: false,
  url: null,
  expiresAt: null,
  providerObjectId: null,
  paymentId: null,
  failureCode: null,
  failureReason: null,
  declineClass: null,
  tries: 1,
  confirmRequestedAt: null,
  cancelRequestedAt: null,
  heardAt: null,
  revision: 0,
  polls: 0,
  deadAt: null,
} as const satisfies Partial<CollectionEntity>;
