export { WebhookEndpointsModule } from './webhook-endpoints.module';
export { WebhookEndpointsService } from './webhook-endpoints.service';
export { WebhookEndpointDto, toWebhookEndpointResponse } from './webhook-endpoint.dto';
export { EndpointActivated, EndpointDeleted, type ChangedEndpoint } from './webhook-endpoint.events';
export { WEBHOOK_SIGNERS, type SignableRequest, type SignatureHeaders, type WebhookSigner } from './signers';
export { INBOX_URL, secretContext } from './webhook-endpoint.rules';
export { EndpointFailures } from './endpoint-failures';
