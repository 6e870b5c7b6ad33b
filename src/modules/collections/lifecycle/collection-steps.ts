import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { CustomerBillingTerms } from '../../customers';
import {
  CollectorConnections,
  SupersededCallError,
  type ConnectedCollector,
  type StateCallRecord,
} from '../../payments';
import type {
  CallResult,
  ChargeOrder,
  CollectionOrder,
  LinkOrder,
  ObjectState,
} from '../../payments/collector-kit';
import type { CollectionEntity } from '../collection.entity';
import { nextStep, referenceOf, type CollectionStep } from '../collection.rules';
import { CollectionsRepository } from '../collections.repository';
import { PayLinks } from '../pay-pages/pay-links';
import { callerOf, CollectionRecorder } from './collection-recorder';
import { afterNotFound, afterUnanswered, gone } from './collection-state.rules';
import { targetOf } from './collection-target';

/** A request that was sent may be under way for this long; only then is its object asked for. */
const UNDER_WAY_MS = 25_000;
/** What is recorded before the request of a step is sent. */
const SENT = { create: 'requestedAt', confirm: 'confirmRequestedAt' } as const;

/** What the next step of a collection needs. */
export interface StepNeeds {
  readonly collector: ConnectedCollector;
  readonly payer: CollectionOrder['payer'];
  /** The time of the database when the collection was read. */
  readonly now: Date;
}

type Ask<T> = (collector: ConnectedCollector) => Promise<CallResult<T>>;

/**
 * Takes one step of a collection: asks the provider, outside any transaction, and records the answer
 * (docs/payments.md#advancing). Several processes may take steps of one collection at a time: what takes money is recorded
 * before it is asked for, by one of them, in the transaction that stores the request; its answer is stored in the
 * transaction that records what it says.
 */
@Injectable()
export class CollectionSteps {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CollectionsRepository,
    private readonly recorder: CollectionRecorder,
    private readonly connections: CollectorConnections,
    private readonly customers: CustomerBillingTerms,
    private readonly payLinks: PayLinks,
  ) {}

  /**
   * Reads what the next step of a collection needs.
   *
   * @throws RequestError when the provider is not connected
   */
  async needsOf(tx: Transaction, collection: CollectionEntity): Promise<StepNeeds> {
    const { organizationId, provider, id: collectionId, customerId } = collection;
    const about = { collectionId, customerId };
    const collector = await this.connections.open({ organizationId, tx }, provider, about);
    const payer = await this.payerOf(tx, collection);
    return { collector, payer, now: await this.repository.now(tx) };
  }

  /** @throws when the database is unavailable */
  take(collection: CollectionEntity, needs: StepNeeds): Promise<CollectionEntity> {
    const { collector } = needs;
    const step = nextStep(collection, collector.confirms);
    switch (step) {
      case 'create':
        return this.create(collection, needs);
      case 'find':
        return this.find(collection, needs);
      case 'confirm':
        return this.confirm(collection, needs);
      case 'drop':
        return this.recorder.change(collection, (_, now) => gone({ status: 'canceled' }, now));
      case 'end':
        return this.ask(collection, step, needs, (by, objectId) =>
          by.makeDead(objectId, collection.confirmRequestedAt),
        );
      case 'read':
        return this.ask(collection, step, needs, (by, objectId) => by.read(objectId));
    }
  }

  private async create(before: CollectionEntity, needs: StepNeeds): Promise<CollectionEntity> {
    const order = orderOf(before, needs);
    const ask: Ask<ObjectState> =
      before.kind === 'link'
        ? (by) => by.createLink(linkOf(before, order))
        : (by) => by.createCharge(this.chargeOf(before, order));
    const after = await this.request(before, 'create', needs, ask);
    return after === null ? before : this.confirmed(after, needs);
  }

  /** Asks for the page of a link that is recorded as sent. */
  async sendLink(sent: CollectionEntity, collector: ConnectedCollector): Promise<CollectionEntity> {
    const { organizationId, createdAt } = sent;
    const payer = await this.transactions.readFor(organizationId, (tx) => this.payerOf(tx, sent));
    const order = orderOf(sent, { payer, now: createdAt });
    const calls = this.callsOf(sent);
    const result = await asked(collector, calls, (by) => by.createLink(linkOf(sent, order)));
    return this.record(sent, 'create', result, calls);
  }

  /** Goes on with a charge that was made and takes no money before it is confirmed. */
  private confirmed(collection: CollectionEntity, needs: StepNeeds): Promise<CollectionEntity> {
    const isNext = nextStep(collection, needs.collector.confirms) === 'confirm';
    return isNext ? this.confirm(collection, needs) : Promise.resolve(collection);
  }

  private async confirm(before: CollectionEntity, needs: StepNeeds): Promise<CollectionEntity> {
    const { providerObjectId: objectId } = before;
    if (objectId === null) return before;
    const order = this.chargeOf(before, orderOf(before, needs));
    return (
      (await this.request(before, 'confirm', needs, (by) => by.confirmCharge(objectId, order))) ?? before
    );
  }

  /** Returns null when somebody else has recorded something meanwhile, so that nothing was sent. */
  private async request(
    before: CollectionEntity,
    step: keyof typeof SENT,
    { collector }: StepNeeds,
    ask: Ask<ObjectState>,
  ): Promise<CollectionEntity | null> {
    let sent = before;
    const calls = this.callsOf(before, async (tx) => {
      const begun = await this.recorder.begin(tx, before, SENT[step]);
      sent = begun ?? before;
      return begun !== null;
    });
    try {
      const result = await asked(collector, calls, ask);
      return await this.record(sent, step, result, calls);
    } catch (error) {
      if (error instanceof SupersededCallError) return null;
      throw error;
    }
  }

  private async find(before: CollectionEntity, needs: StepNeeds): Promise<CollectionEntity> {
    const { requestedAt, status, kind } = before;
    const underWayUntil = new Date((requestedAt ?? needs.now).getTime() + UNDER_WAY_MS);
    if (status === 'created' && needs.now < underWayUntil) {
      return this.recorder.change(before, ({ polls }) => ({ polls, nextActionAt: underWayUntil }));
    }
    const calls = this.callsOf(before);
    const order = { ...orderOf(before, needs), kind };
    const result = await asked(needs.collector, calls, (by) => by.find(order));
    if (result.kind !== 'done') return this.record(before, 'find', result, calls);
    const { value } = result;
    if (value !== null) return this.confirmed(await this.recorder.state(before, value, calls), needs);
    return this.recorder.change(before, (current, at) => afterNotFound(current, at), calls);
  }

  private async ask(
    before: CollectionEntity,
    step: 'end' | 'read',
    { collector }: StepNeeds,
    question: (collector: ConnectedCollector, objectId: string) => Promise<CallResult<ObjectState>>,
  ): Promise<CollectionEntity> {
    const { providerObjectId } = before;
    if (providerObjectId === null) {
      // Nothing of it ever reached the provider.
      return this.recorder.change(before, ({ polls }) => ({ polls, nextActionAt: null }));
    }
    const calls = this.callsOf(before);
    const result = await asked(collector, calls, (by) => question(by, providerObjectId));
    return this.record(before, step, result, calls);
  }

  private record(
    before: CollectionEntity,
    step: Exclude<CollectionStep, 'drop'>,
    result: CallResult<ObjectState>,
    calls: StateCallRecord,
  ): Promise<CollectionEntity> {
    if (result.kind === 'done') return this.recorder.state(before, result.value, calls);
    return this.recorder.change(before, (current, now) => afterUnanswered(current, step, result, now), calls);
  }

  /** @param open records that something is about to be sent, where that is not recorded yet */
  private callsOf(
    collection: CollectionEntity,
    open: (tx: Transaction) => Promise<boolean> = () => Promise.resolve(true),
  ): StateCallRecord {
    return this.connections.recordOf(callerOf(collection), open);
  }

  private async payerOf(
    tx: Transaction,
    { organizationId, customerId }: CollectionEntity,
  ): Promise<CollectionOrder['payer']> {
    const buyers = await this.customers.buyers(tx, organizationId, [customerId]);
    const { name = null, email = null } = buyers.get(customerId) ?? {};
    return { name, email };
  }

  private chargeOf(collection: CollectionEntity, order: CollectionOrder): ChargeOrder {
    const { organizationId, id, providerCustomerId, providerMethodId } = collection;
    if (providerCustomerId === null || providerMethodId === null) {
      throw new Error(`Collection ${id} has no saved method`);
    }
    const returnUrl = this.payLinks.returnUrlOf(organizationId, targetOf(collection));
    return { ...order, providerCustomerId, providerMethodId, returnUrl };
  }
}

/** Asks the provider. Where that throws, what it answered before is stored all the same. */
async function asked<T>(
  collector: ConnectedCollector,
  calls: StateCallRecord,
  ask: Ask<T>,
): Promise<CallResult<T>> {
  try {
    return await ask(collector.recordedIn(calls));
  } catch (error) {
    await calls.keep();
    throw error;
  }
}

function orderOf(
  collection: CollectionEntity,
  { payer, now }: Pick<StepNeeds, 'payer' | 'now'>,
): CollectionOrder {
  return {
    collectionId: collection.id,
    paymentId: collection.announcedPaymentId,
    target: targetOf(collection),
    reference: referenceOf(collection),
    amountCents: collection.amountCents,
    currency: collection.currency,
    description: collection.description,
    providerCustomerId: collection.providerCustomerId,
    payer,
    requestedAt: collection.requestedAt ?? now,
  };
}

function linkOf({ successUrl, cancelUrl }: CollectionEntity, order: CollectionOrder): LinkOrder {
  return { ...order, successUrl, cancelUrl };
}
