import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import {
  CollectedPayments,
  PaymentTargets,
  type CollectedPayment,
  type StateCallRecord,
} from '../../payments';
import type { Capture, ObjectState } from '../../payments/collector-kit';
import type { CollectionEntity } from '../collection.entity';
import { CollectionsRepository, QUEUE } from '../collections.repository';
import { CollectionNews } from './collection-news';
import { afterState, leaseFrom, type RecordedState } from './collection-state.rules';
import { targetOf } from './collection-target';

/** Records what providers answer: the state, its money, its events and the end of the reservation are one transaction. */
@Injectable()
export class CollectionRecorder {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CollectionsRepository,
    private readonly targets: PaymentTargets,
    private readonly payments: CollectedPayments,
    private readonly news: CollectionNews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Records, in the transaction that stores the request, that it is about to be sent; null when somebody else has recorded
   * something meanwhile, so that it must not be sent.
   */
  async begin(
    tx: Transaction,
    before: CollectionEntity,
    column: 'requestedAt' | 'confirmRequestedAt',
  ): Promise<CollectionEntity | null> {
    const current = await this.current(tx, before);
    if (current.revision !== before.revision) return null;
    const now = await this.repository.now(tx);
    return this.save(tx, current, { [column]: now, polls: current.polls, nextActionAt: leaseFrom(now) });
  }

  /** Records the state of the object at the provider, and the money that it took. @param calls that have told it */
  async state(
    before: CollectionEntity,
    state: ObjectState,
    calls?: StateCallRecord,
  ): Promise<CollectionEntity> {
    const { organizationId, provider } = before;
    return this.write(before, calls, async (tx) => {
      const ids = state.captures.map((it) => it.providerPaymentId);
      await this.payments.lock(tx, organizationId, provider, ids);
      if (ids.length > 0) await this.targets.lock(tx, organizationId, targetOf(before));
      const received: CollectedPayment[] = [];
      for (const capture of state.captures) received.push(await this.receive(tx, before, state, capture));
      const current = await this.current(tx, before);
      const now = await this.repository.now(tx);
      const paymentId = current.paymentId ?? received[0]?.id ?? null;
      if (current.revision !== before.revision) {
        // Something newer is recorded than what was read: read again.
        return this.save(tx, current, { paymentId, polls: current.polls, nextActionAt: now });
      }
      return this.save(tx, current, {
        ...heardMeanwhile(before, current, now, afterState(current, state, now)),
        paymentId,
      });
    });
  }

  /** Records money that the provider shows in its list of captures; its object is asked for the rest. */
  async captured(before: CollectionEntity, capture: Capture): Promise<CollectionEntity> {
    const { organizationId, provider, providerObjectId } = before;
    return this.transactions.runFor(callerOf(before), async (tx) => {
      await this.payments.lock(tx, organizationId, provider, [capture.providerPaymentId]);
      await this.targets.lock(tx, organizationId, targetOf(before));
      const objectId = providerObjectId ?? capture.providerPaymentId;
      const { id } = await this.receive(tx, before, { objectId }, capture);
      const current = await this.current(tx, before);
      const now = await this.repository.now(tx);
      const isAsked = current.deadAt === null || current.providerObjectId !== null;
      return this.save(tx, current, {
        paymentId: current.paymentId ?? id,
        // It was sent, whatever a restored database says: it is asked for, not sent again.
        requestedAt: current.requestedAt ?? now,
        polls: 0,
        nextActionAt: isAsked ? now : null,
        ...(isAsked ? {} : { status: 'succeeded' }),
      });
    });
  }

  /** Records an answer that says nothing about the state. @param change returns what it changes */
  change(
    before: CollectionEntity,
    change: (current: CollectionEntity, now: Date) => RecordedState,
    calls?: StateCallRecord,
  ): Promise<CollectionEntity> {
    return this.write(before, calls, async (tx) => {
      const current = await this.current(tx, before);
      if (current.revision !== before.revision) return current;
      const now = await this.repository.now(tx);
      return this.save(tx, current, heardMeanwhile(before, current, now, change(current, now)));
    });
  }

  /** Writes the changes of a locked collection, with what follows from them. */
  async save(tx: Transaction, before: CollectionEntity, changes: RecordedState): Promise<CollectionEntity> {
    const revision = before.revision + 1;
    const after = { ...before, ...changes, revision, updatedAt: this.clock.now() };
    await this.repository.update(tx, before, { ...changes, revision, updatedAt: after.updatedAt });
    if (after.deadAt !== null) await this.repository.closeReservations(tx, after);
    await this.news.changed(tx, before, after);
    return after;
  }

  /** Records with the calls that have told it. Where both cannot be stored together, the state is stored all the same. */
  private async write(
    before: CollectionEntity,
    calls: StateCallRecord | undefined,
    work: (tx: Transaction) => Promise<CollectionEntity>,
  ): Promise<CollectionEntity> {
    const caller = callerOf(before);
    if (calls === undefined) return this.transactions.runFor(caller, work);
    try {
      return await this.transactions.runFor(caller, async (tx) => {
        const after = await work(tx);
        await calls.keepIn(tx);
        return after;
      });
    } catch (error) {
      if (!calls.isPending) throw error;
      await calls.keep();
      return this.transactions.runFor(caller, work);
    }
  }

  private receive(
    tx: Transaction,
    before: CollectionEntity,
    { objectId }: Pick<ObjectState, 'objectId'>,
    { providerPaymentId, amountCents, currency, refundedCents, capturedAt }: Capture,
  ): Promise<CollectedPayment> {
    const { organizationId, customerId, provider, announcedPaymentId: paymentId } = before;
    const checkoutId = objectId === providerPaymentId ? null : objectId;
    const ids = { organizationId, customerId, provider, paymentId, providerPaymentId, checkoutId };
    const money = { amountCents, currency, refundedCents, capturedAt };
    return this.payments.receive(tx, { ...ids, ...money, target: targetOf(before) });
  }

  private async current(
    tx: Transaction,
    { organizationId, id }: CollectionEntity,
  ): Promise<CollectionEntity> {
    const current = await this.repository.findForUpdate(tx, organizationId, id);
    if (current === null) throw new Error(`Collection ${id} does not exist`);
    return current;
  }
}

/** By whom collections are advanced. */
export const callerOf = ({ organizationId }: Pick<CollectionEntity, 'organizationId'>): Caller => ({
  organizationId,
  job: QUEUE,
});

/** News that came after the provider was asked must not wait for the next poll. */
function heardMeanwhile(
  before: CollectionEntity,
  current: CollectionEntity,
  now: Date,
  changes: RecordedState,
): RecordedState {
  const isHeard = current.heardAt?.getTime() !== before.heardAt?.getTime();
  const isCanceled = current.cancelRequestedAt?.getTime() !== before.cancelRequestedAt?.getTime();
  const isOver = (changes.deadAt ?? null) !== null;
  return isHeard || (isCanceled && !isOver) ? { ...changes, nextActionAt: now } : changes;
}
