export { Producer } from './engine/producer';
export { WebhooksModule } from './webhooks.module';
export {
  WEBHOOK_SIGNERS,
  type SignableRequest,
  type SignatureHeaders,
  type SigningKeys,
  type WebhookSigner,
} from './signers/webhook-signer';
