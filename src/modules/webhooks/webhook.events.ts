import { defineEvent } from '../../platform/outbox/event-catalogue';
import { WebhookEndpointDto } from '../webhook-endpoints';

/** A test event; goes only to its own endpoint, regardless of subscriptions. */
export const WebhookEndpointTest = defineEvent({
  kind: 'webhook_endpoint.test',
  objectType: 'webhook_endpoint',
  trigger: 'Test delivery requested for this endpoint',
  payload: WebhookEndpointDto,
});
