import { Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../../platform/database/transactions';
import { newId } from '../../../platform/domain/id';
import { InvalidStateError } from '../../../platform/errors/app-error';
import { CollectedPayments, type TargetKey } from '../../payments';
import type { CollectionEntity } from '../collection.entity';
import { MissingMethodError } from '../collection.errors';
import { CollectionOpening, type DueTarget } from '../lifecycle/collection-opening';
import { CollectionQueue } from '../lifecycle/collection-queue';
import { CollectionProviders } from '../links/collection-providers';
import type { PaymentMethodEntity } from '../methods/payment-method.entity';
import { PaymentMethodsRepository } from '../methods/payment-methods.repository';

/** What came of an attempt. `busy`: something else may still take the money. */
export type AttemptedCharge =
  { kind: 'started'; collectionId: string } | { kind: 'no_method' } | { kind: 'busy' };

/** Charges saved methods; a queue asks the provider after the commit (docs/payments.md#charges). */
@Injectable()
export class Charges {
  constructor(
    private readonly transactions: Transactions,
    private readonly opening: CollectionOpening,
    private readonly methods: PaymentMethodsRepository,
    private readonly providers: CollectionProviders,
    private readonly queue: CollectionQueue,
    private readonly payments: CollectedPayments,
  ) {}

  /**
   * Charges the default method of the customer with what is due on an invoice. A repetition returns the charge that is
   * under way.
   *
   * @throws NotFoundError; InvalidStateError when nothing is due; MissingMethodError; CollectionInFlightError while a link
   *   may still take the money; ValidationFailedError for an amount that the provider does not take
   */
  async collect(caller: Caller, key: TargetKey): Promise<CollectionEntity> {
    const { organizationId } = caller;
    const { target, method } = await this.transactions.runFor(organizationId, async (tx) => {
      const locked = await this.opening.lock(tx, organizationId, key);
      return { target: locked, method: await this.methodOf(tx, organizationId, locked) };
    });
    const about = { collectionId: null, customerId: target.customerId };
    const collector = await this.providers.open(organizationId, method.provider, about);
    this.providers.assertExpressible(collector, target.amountDueCents, target.currency);
    return this.transactions.runFor(caller, (tx) => this.start(tx, organizationId, key));
  }

  /** As `collect`, in a transaction, without asking whether the provider takes the amount. */
  async start(tx: Transaction, organizationId: string, key: TargetKey): Promise<CollectionEntity> {
    const target = await this.opening.lock(tx, organizationId, key);
    const [open] = await this.opening.openOf(tx, organizationId, target);
    if (open !== undefined && isChargeOf(open, target)) return open;
    const method = await this.methodOf(tx, organizationId, target);
    const charge = await this.opening.open(tx, organizationId, target, {
      ...{ id: newId(), kind: 'charge', provider: method.provider, successUrl: '', cancelUrl: '' },
      providerCustomerId: method.providerCustomerId,
      providerMethodId: method.providerMethodId,
      isSent: false,
    });
    this.transactions.afterCommit(tx, this.queue.wake);
    return charge;
  }

  /**
   * As `start`, where no person asked for it.
   *
   * @throws InvalidStateError also after a dispute or reversal (docs/payments.md#automatic-collection)
   */
  async startAutomatic(tx: Transaction, organizationId: string, key: TargetKey): Promise<CollectionEntity> {
    const { invoices } = await this.opening.lock(tx, organizationId, key);
    const ids = invoices.map((it) => it.invoiceId);
    if (await this.payments.hasReversed(tx, organizationId, ids)) {
      throw new InvalidStateError('A payment of the invoice was disputed or reversed.');
    }
    return this.start(tx, organizationId, key);
  }

  /**
   * Charges what is due on a target, if its customer has a method: an attempt of dunning. Null without a method, and while
   * something else is collecting one of the invoices, which is asked to end.
   */
  async attempt(tx: Transaction, organizationId: string, key: TargetKey): Promise<AttemptedCharge> {
    const target = await this.opening.lock(tx, organizationId, key);
    const method = await this.methods.findDefault(tx, organizationId, target.customerId);
    if (method === null) return { kind: 'no_method' };
    const [open] = await this.opening.openOf(tx, organizationId, target);
    if (open !== undefined && !isChargeOf(open, target)) return { kind: 'busy' };
    const { id } = await this.startAutomatic(tx, organizationId, key);
    return { kind: 'started', collectionId: id };
  }

  private async methodOf(
    tx: Transaction,
    organizationId: string,
    { customerId }: DueTarget,
  ): Promise<PaymentMethodEntity> {
    const method = await this.methods.findDefault(tx, organizationId, customerId);
    if (method !== null) return method;
    throw new MissingMethodError(customerId, await this.methods.hasSaved(tx, organizationId, customerId));
  }
}

function isChargeOf(
  { kind, amountCents, cancelRequestedAt, invoiceId, paymentRequestId }: CollectionEntity,
  { key, amountDueCents }: DueTarget,
): boolean {
  const isOfTarget = (invoiceId ?? paymentRequestId) === key.id;
  return kind === 'charge' && isOfTarget && cancelRequestedAt === null && amountCents === amountDueCents;
}
