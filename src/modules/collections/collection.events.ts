import { defineEvent } from '../../platform/outbox/event-catalogue';
import { CollectionDto } from './collection.dto';

export const CollectionCreated = defineEvent({
  kind: 'collection.created',
  objectType: 'collection',
  trigger: 'Collection created: a link was asked for, or a charge begins',
  payload: CollectionDto,
});

export const CollectionActionRequired = defineEvent({
  kind: 'collection.action_required',
  objectType: 'collection',
  trigger: 'The payer has to authenticate at `action_url` before the money moves',
  payload: CollectionDto,
});

export const CollectionSucceeded = defineEvent({
  kind: 'collection.succeeded',
  objectType: 'collection',
  trigger: 'The provider took the money; the payment is in `payment_id`',
  payload: CollectionDto,
});

export const CollectionFailed = defineEvent({
  kind: 'collection.failed',
  objectType: 'collection',
  trigger: 'The collection failed: it was declined or rejected, and takes no money any more',
  payload: CollectionDto,
});

export const CollectionCanceled = defineEvent({
  kind: 'collection.canceled',
  objectType: 'collection',
  trigger: 'The collection was canceled or expired, and takes no money any more',
  payload: CollectionDto,
});
