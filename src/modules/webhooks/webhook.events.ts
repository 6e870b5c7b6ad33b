import { defineEvent } from '../../platform/outbox/event-catalogue';
import { WebhookEndpointDto } from '../webhook-endpoints';

/** Goes only to the endpoint under test, regardless of its selected event kinds. */
export const WebhookEndpointTest = defineEvent({
  kind: 'webhook_endpoint.test',
  objectType: 'webhook_endpoint',
  trigger: 'Test delivery requested for this endpoint',
  payload: WebhookEndpointDto,
});
