export {
  earlierSecretsOf,
  stillSigning,
  type EarlierSecret,
  type StoredEarlierSecret,
} from './earlier-secrets';
export { ENDPOINT_LISTENERS, type EndpointChange, type EndpointListener } from './endpoint-listener';
export { SEALED_SIGNING_SECRETS } from './sealed-signing-secrets';
export { WebhookEndpointsModule } from './webhook-endpoints.module';
export { WebhookEndpointsService } from './webhook-endpoints.service';
export { WebhookEndpointDto, toWebhookEndpointResponse } from './webhook-endpoint.dto';
export { INBOX_URL, secretContext } from './webhook-endpoint.rules';
