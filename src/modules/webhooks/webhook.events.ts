import { defineEvent } from '../../platform/outbox/event-catalogue';
import { WebhookEndpointDto } from '../webhook-endpoints';

/** Sent by the test call to its endpoint only, whatever that subscribes to. */
export const WebhookEndpointTest = defineEvent({
  kind: 'webhook_endpoint.test',
  objectType: 'webhook_endpoint',
  trigger: 'Test delivery requested for this endpoint',
  payload: WebhookEndpointDto,
});
