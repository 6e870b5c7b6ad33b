export { StandardWebhooksSigner } from './standard-webhooks.signer';
export { SvcSigner } from './svc.signer';
export {
  WEBHOOK_SIGNERS,
  type SignableRequest,
  type SignatureHeaders,
  type SigningKeys,
  type WebhookSigner,
} from './webhook-signer';
