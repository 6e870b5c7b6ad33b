import { defineEvent, defineInternalEvent } from '../../platform/outbox/event-catalogue';
import { WebhookEndpointDto } from './webhook-endpoint.dto';

/** Identifies the endpoint that an internal event is about. */
export interface ChangedEndpoint {
  organizationId: string;
  id: string;
}

/** An endpoint has become active again: its queued deliveries can be sent. */
export const EndpointActivated = defineInternalEvent<ChangedEndpoint>('webhook_endpoint.activated');

/** An endpoint has been deleted: its outstanding deliveries fail. */
export const EndpointDeleted = defineInternalEvent<ChangedEndpoint>('webhook_endpoint.deleted');

export const WebhookEndpointDisabled = defineEvent({
  kind: 'webhook_endpoint.disabled',
  objectType: 'webhook_endpoint',
  trigger: 'Endpoint deactivated because every attempt has failed for days',
  payload: WebhookEndpointDto,
});
