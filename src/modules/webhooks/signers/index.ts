export {
  WEBHOOK_SIGNERS,
  type SignableRequest,
  type SignatureHeaders,
  type SigningKeys,
  type WebhookSigner,
} from './webhook-signer';
