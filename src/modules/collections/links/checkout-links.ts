import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../../platform/database/transactions';
import { newId } from '../../../platform/domain/id';
import { CollectionInFlightError } from '../../invoices';
import type { TargetKey } from '../../payments';
import type { CheckoutInput } from '../collection.dto';
import type { CollectionEntity } from '../collection.entity';
import { ProviderRejectedError, ProviderUnavailableError } from '../collection.errors';
import { CollectionsRepository } from '../collections.repository';
import { CollectionEnding } from '../lifecycle/collection-ending';
import { CollectionOpening, type DueTarget } from '../lifecycle/collection-opening';
import { CollectionSteps } from '../lifecycle/collection-steps';
import { CollectionProviders } from './collection-providers';

/** A page of a provider on which a payer pays. */
export interface CheckoutLink {
  readonly collectionId: string;
  readonly url: string;
  readonly expiresAt: Date | null;
}

/** What a checkout finds before it makes a link. */
type Finding =
  | { kind: 'none' }
  | { kind: 'link'; link: CheckoutLink }
  /** Another request is making it. */
  | { kind: 'pending' }
  /** It has to be ended first. */
  | { kind: 'other'; id: string };

/** How often, and how many times, a request looks for the link that another one is making: the deadline of a call. */
const LOOK_EVERY_MS = 250;
const MOST_LOOKS = 40;

/** Makes the links on which payers pay (docs/payments.md#links). */
@Injectable()
export class CheckoutLinks {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CollectionsRepository,
    private readonly opening: CollectionOpening,
    private readonly steps: CollectionSteps,
    private readonly ending: CollectionEnding,
    private readonly providers: CollectionProviders,
  ) {}

  /**
   * Returns the open link of a target, or makes one. A link for another amount, and a charge that can be ended, are made
   * dead first.
   *
   * @throws NotFoundError; InvalidStateError when nothing is due; CollectionInFlightError; ValidationFailedError for an
   *   amount that the provider does not take; ProviderUnavailableError; ProviderRejectedError; RequestError when no
   *   provider is connected
   */
  async checkout(caller: Caller, key: TargetKey, input: CheckoutInput): Promise<CheckoutLink> {
    const { organizationId } = caller;
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const found = await this.transactions.runFor(organizationId, (tx) =>
        this.look(tx, organizationId, key, input),
      );
      if (found.kind === 'link') return found.link;
      if (found.kind === 'other' && !(await this.ending.end(organizationId, found.id))) {
        throw new CollectionInFlightError(found.id);
      }
      const link = found.kind === 'pending' ? null : await this.createUnlessTaken(caller, key, input);
      if (link !== null) return link;
      await sleep(LOOK_EVERY_MS);
    }
    throw new ProviderUnavailableError(input.provider ?? 'The provider');
  }

  /** Null when another request was faster. */
  private async createUnlessTaken(
    caller: Caller,
    key: TargetKey,
    input: CheckoutInput,
  ): Promise<CheckoutLink | null> {
    try {
      return await this.create(caller, key, input);
    } catch (error) {
      if (error instanceof CollectionInFlightError) return null;
      throw error;
    }
  }

  private async look(
    tx: Transaction,
    organizationId: string,
    key: TargetKey,
    { provider }: CheckoutInput,
  ): Promise<Finding> {
    const target = await this.opening.lock(tx, organizationId, key);
    const [open] = await this.opening.openOf(tx, organizationId, target);
    if (open === undefined) return { kind: 'none' };
    const isSame = isLinkOf(open, target) && (provider === null || provider === open.provider);
    if (!isSame) return { kind: 'other', id: open.id };
    if (open.status === 'unknown') throw new ProviderUnavailableError(open.provider);
    if (open.url === null) return { kind: 'pending' };
    const isExpired = open.expiresAt !== null && open.expiresAt <= (await this.repository.now(tx));
    return isExpired ? { kind: 'other', id: open.id } : { kind: 'link', link: linkOf(open, open.url) };
  }

  private async create(caller: Caller, key: TargetKey, input: CheckoutInput): Promise<CheckoutLink> {
    const { organizationId } = caller;
    const id = newId();
    const customerId = await this.transactions.runFor(
      organizationId,
      async (tx) => (await this.opening.lock(tx, organizationId, key)).customerId,
    );
    const about = { collectionId: id, customerId };
    const collector = await this.providers.open(organizationId, input.provider, about);
    const created = await this.transactions.runFor(caller, async (tx) => {
      const target = await this.opening.lock(tx, organizationId, key);
      this.providers.assertExpressible(collector, target.amountDueCents, target.currency);
      const { successUrl, cancelUrl } = input;
      return this.opening.open(tx, organizationId, target, {
        ...{ id, kind: 'link', provider: collector.name, successUrl, cancelUrl },
        ...{ providerCustomerId: null, providerMethodId: null, isSent: true },
      });
    });
    const collection = await this.steps.sendLink(created, collector);
    if (collection.url !== null && collection.deadAt === null) return linkOf(collection, collection.url);
    if (collection.status === 'failed') {
      throw new ProviderRejectedError(collector.name, collection.failureReason);
    }
    throw new ProviderUnavailableError(collector.name);
  }
}

function isLinkOf(collection: CollectionEntity, target: DueTarget): boolean {
  const { kind, cancelRequestedAt, amountCents, invoiceId, paymentRequestId } = collection;
  if (kind !== 'link' || cancelRequestedAt !== null) return false;
  return amountCents === target.amountDueCents && (invoiceId ?? paymentRequestId) === target.key.id;
}

function linkOf({ id, expiresAt }: CollectionEntity, url: string): CheckoutLink {
  return { collectionId: id, url, expiresAt };
}
