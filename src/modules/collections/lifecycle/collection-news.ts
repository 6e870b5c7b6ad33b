import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { Outbox } from '../../../platform/outbox/outbox';
import { toCollectionResponse, type CollectionDto } from '../collection.dto';
import type { CollectionEntity } from '../collection.entity';
import {
  CollectionActionRequired,
  CollectionCanceled,
  CollectionCreated,
  CollectionFailed,
  CollectionSucceeded,
} from '../collection.events';
import { PayLinks } from '../pay-pages/pay-links';
import { targetOf } from './collection-target';

/** What an event is about, as its definition takes it. */
interface About {
  readonly organizationId: string;
  readonly objectId: string;
  readonly object: CollectionDto;
}

/** Tells what happens to collections, in the transaction of the change. */
@Injectable()
export class CollectionNews {
  constructor(
    private readonly outbox: Outbox,
    private readonly payLinks: PayLinks,
  ) {}

  async created(tx: Transaction, collection: CollectionEntity): Promise<void> {
    await this.outbox.append(tx, CollectionCreated.of(this.about(collection)));
  }

  /** Tells of a change if people have to know of it. */
  async changed(tx: Transaction, before: CollectionEntity, after: CollectionEntity): Promise<void> {
    const event = eventOf(before, after, this.about(after));
    if (event !== null) await this.outbox.append(tx, event);
  }

  private about(collection: CollectionEntity): About {
    const { organizationId, id: objectId } = collection;
    const payUrl = this.payLinks.urlOf(organizationId, targetOf(collection));
    return { organizationId, objectId, object: toCollectionResponse(collection, payUrl) };
  }
}

function eventOf(before: CollectionEntity, after: CollectionEntity, about: About): DomainEvent | null {
  if (after.status === 'succeeded') {
    return before.status === 'succeeded' ? null : CollectionSucceeded.of(about);
  }
  if (after.requiresAction && !before.requiresAction) return CollectionActionRequired.of(about);
  if (after.deadAt === null || before.deadAt !== null) return null;
  return after.status === 'failed' ? CollectionFailed.of(about) : CollectionCanceled.of(about);
}
